import type { Random } from './random.ts'

/** Returns a version 7 UUID: the time, then random bits. */
export function uuidAt(atMs: number, random: Random): string {
  const time = atMs.toString(16).padStart(12, '0')
  const hex = (digits: number) =>
    random
      .integer(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0')
  const variant = (0x8000 + random.integer(0, 0x3fff)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}-${hex(6)}${hex(6)}`
}
