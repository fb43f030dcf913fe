import crypto, { randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { randomText } from './random-text.ts'

// `crypto.scrypt` is read at each call, not once, so that a test of a whole server can replace it and count
// the hashes.
const scryptAsync = (password: string, salt: Buffer, bytes: number) =>
  promisify<string, Buffer, number, Buffer>(crypto.scrypt)(password, salt, bytes)
const HASH_BYTES = 32
/**
 * A hash that no password has. The passwords of unknown users and of users without a password are compared
 * with this hash, so that their logins take as long as other logins.
 */
const NOBODYS_HASH = `scrypt$${'0'.repeat(32)}$${'0'.repeat(2 * HASH_BYTES)}`

/** Returns `scrypt$<salt>$<hash>`, both in hex, with Node's default cost: 16 MiB and about 40 ms. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt$${salt.toString('hex')}$${(await digest(password, salt)).toString('hex')}`
}

/**
 * Returns whether the password has this hash. The hash of a user without a password is null; its check
 * takes the same time as any other.
 */
export async function isPasswordOf(password: string, passwordHash: string | null): Promise<boolean> {
  const [, salt = '', hash = ''] = (passwordHash ?? NOBODYS_HASH).split('$')
  const expected = Buffer.from(hash, 'hex')
  const given = await digest(password, Buffer.from(salt, 'hex'))
  return expected.length === given.length && timingSafeEqual(expected, given) && passwordHash !== null
}

/** Makes a password with 119 random bits. */
export const newPassword = (): string => randomText(20)

// Unicode can compose the same letters in two ways, and keyboards differ in the way that they send.
const digest = (password: string, salt: Buffer) => scryptAsync(password.normalize('NFC'), salt, HASH_BYTES)
