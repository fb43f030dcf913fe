import { randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/**
 * Makes random text of the characters A-Z, a-z and 0-9 from the system's random source: 5.95 bits a
 * character, without bias.
 */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length)) {
      if (byte < FAIR_BYTES && text.length < length) text += ALPHABET[byte % ALPHABET.length]
    }
  return text
}
