import { LRUCache } from 'lru-cache'
import type { Clock } from '#shared/clock.ts'

/** A token that no project has. It is in a form that may be shown, which is never the whole token. */
export interface UnknownToken {
  /** The first 8 characters, or the first half of a token that is shorter than 16 characters. */
  readonly start: string
  readonly length: number
  readonly count: number
  readonly lastSeenMs: number
  /** Whether the sender probably meant the token of this project. */
  readonly resembles: (projectToken: string) => boolean
}

/**
 * Tokens that were refused since the server started. They help to find a program with a wrong setting. They
 * are kept in memory only.
 */
export interface UnknownTokens {
  readonly sinceMs: number
  /**
   * Counts a token. Returns true if it was not counted before: its refusal is then logged once, and not
   * with every request.
   */
  add(token: string): boolean
  /** Returns the tokens, the most recently seen first. */
  seen(): UnknownToken[]
}

interface Tally {
  readonly token: string
  readonly length: number
  count: number
  lastSeenMs: number
}

const KEPT_TOKENS = 100
/**
 * Number of first characters that are kept of a token. A token has 47 characters. Much longer texts are
 * distinguished by these characters and by their length.
 */
const KEPT_CHARACTERS = 200
const SHOWN_CHARACTERS = 8

/** Keeps 100 tokens. When there are more, the least recently seen token is evicted. */
export function createUnknownTokens(clock: Clock): UnknownTokens {
  const tallies = new LRUCache<string, Tally>({ max: KEPT_TOKENS })
  return {
    sinceMs: clock(),
    add(token) {
      const kept = copyOf(token)
      const key = `${token.length}:${kept}`
      const known = tallies.get(key)
      const tally = known ?? { token: kept, length: token.length, count: 0, lastSeenMs: 0 }
      tally.count++
      tally.lastSeenMs = clock()
      tallies.set(key, tally)
      return known === undefined
    },
    // The cache iterates from the most to the least recently used.
    seen: () => Array.from(tallies.values(), shown),
  }
}

const shown = ({ token, length, count, lastSeenMs }: Tally): UnknownToken => ({
  start: startOf(token),
  length,
  count,
  lastSeenMs,
  resembles: (projectToken) => resembles(token, projectToken),
})

/**
 * Returns the log line about a refused token: how it begins, and which project was probably meant. It is
 * for operators only: the sender of the token must not learn about a project.
 */
export function refusalSentence(
  token: string,
  projects: readonly { readonly id: number; readonly name: string; readonly apiToken: string }[],
): string {
  const meant = projects.find((project) => resembles(copyOf(token), project.apiToken))
  const guess = meant === undefined ? '' : ` Was project ${meant.id}, ${JSON.stringify(meant.name)}, meant?`
  const start = JSON.stringify(startOf(copyOf(token)))
  return `Events were refused: no project has their token, which begins with ${start} and has ${token.length} characters.${guess}`
}

// Copies the beginning of a token, because a slice of a string keeps the whole string in memory, and a body
// can have 20 MB.
const copyOf = (token: string) => Buffer.from(token.slice(0, KEPT_CHARACTERS)).toString()

const startOf = (token: string) =>
  token.slice(0, Math.min(SHOWN_CHARACTERS, Math.floor(token.length / 2))).toWellFormed()

/** Number of compared characters. The first four, `phc_`, are the same in all tokens. */
const COMPARED_CHARACTERS = 8

/**
 * Whether a token was probably meant to be the token of a project: it was cut, mistyped at one end, or sent
 * in quotes.
 */
export const resembles = (token: string, projectToken: string): boolean =>
  token.slice(0, COMPARED_CHARACTERS) === projectToken.slice(0, COMPARED_CHARACTERS) ||
  token.slice(-COMPARED_CHARACTERS) === projectToken.slice(-COMPARED_CHARACTERS) ||
  token.includes(projectToken)
