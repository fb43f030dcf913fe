import { timingSafeEqual } from 'node:crypto'
import { hashOfSecret } from '#shared/secrets.ts'

/**
 * The code with which the first user is set up. The code is kept only in memory: after a restart the server
 * has a new code, and the old one is void.
 */
export interface SetupCode {
  /** Null before {@link SetupCode.issue} and after {@link SetupCode.spend}. */
  readonly value: string | null
  issue(code: string): void
  /** Compares in constant time. Returns false while there is no code. */
  matches(given: string): boolean
  spend(): void
}

export function createSetupCode(): SetupCode {
  let value: string | null = null
  return {
    get value() {
      return value
    },
    issue(code) {
      value = code
    },
    matches: (given) => value !== null && timingSafeEqual(digest(given), digest(value)),
    spend() {
      value = null
    },
  }
}

// Digests are compared in place of the texts, because all digests have the same length.
const digest = (text: string) => Buffer.from(hashOfSecret(text), 'hex')
