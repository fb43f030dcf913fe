import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { randomText } from './random-text.ts'

const scryptAsync = promisify<string, Buffer, number, Buffer>(scrypt)
const HASH_BYTES = 32
/** Of no password. Users that do not exist, or have none, are checked against it, which takes as long. */
const NOBODYS_HASH = `scrypt$${'0'.repeat(32)}$${'0'.repeat(2 * HASH_BYTES)}`

/** `scrypt$<salt>$<hash>`, both in hex, with the cost that node has by default: 16 MiB and some 40 ms. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt$${salt.toString('hex')}$${(await digest(password, salt)).toString('hex')}`
}

/** Whether it is the password of this hash; null is the hash of somebody without one. Takes the same time for both. */
export async function isPasswordOf(password: string, passwordHash: string | null): Promise<boolean> {
  const [, salt = '', hash = ''] = (passwordHash ?? NOBODYS_HASH).split('$')
  const expected = Buffer.from(hash, 'hex')
  const given = await digest(password, Buffer.from(salt, 'hex'))
  return expected.length === given.length && timingSafeEqual(expected, given) && passwordHash !== null
}

/** 119 random bits, for who cannot choose one now. */
export const newPassword = (): string => randomText(20)

// The same letters can be composed in two ways, and keyboards differ in which.
const digest = (password: string, salt: Buffer) => scryptAsync(password.normalize('NFC'), salt, HASH_BYTES)
