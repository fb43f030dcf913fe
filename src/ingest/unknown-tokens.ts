import { LRUCache } from 'lru-cache'
import type { Clock } from '#shared/clock.ts'

/** A token that no project has, as it may be shown: never whole. */
export interface UnknownToken {
  /** The first 8 characters, or the first half of a shorter one. */
  readonly start: string
  readonly length: number
  readonly count: number
  readonly lastSeenMs: number
  /** Whether the token of a project was probably meant. */
  readonly resembles: (projectToken: string) => boolean
}

/** Tokens that were refused since the start of the server. In memory: it is there to find a typing error with. */
export interface UnknownTokens {
  readonly sinceMs: number
  /** True where the token is new to the tally, so that its refusal is logged once and not with every request. */
  add(token: string): boolean
  /** The last seen first. */
  seen(): UnknownToken[]
}

interface Tally {
  readonly token: string
  readonly length: number
  count: number
  lastSeenMs: number
}

const KEPT_TOKENS = 100
/** A token is 47 characters; what is longer by far is told apart by its beginning and length. */
const KEPT_CHARACTERS = 200
const SHOWN_CHARACTERS = 8

/** Holds 100 tokens; the least recently seen makes room. */
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
    // From the most to the least recently used.
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
 * What the log says of a refused token: its beginning, and which of the projects was perhaps meant. For operators only:
 * whoever sent the token must not learn of a project.
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

// A part of a string would keep all of it in memory, and a body can be 20 MB.
const copyOf = (token: string) => Buffer.from(token.slice(0, KEPT_CHARACTERS)).toString()

const startOf = (token: string) =>
  token.slice(0, Math.min(SHOWN_CHARACTERS, Math.floor(token.length / 2))).toWellFormed()

/** Shorter ones begin or end many tokens: `phc_` begins all. */
const LEAST_PART = 8
const TYPING_ERRORS = 2

/** Whether a token is another one with at most two typing errors, or one of its ends. */
export function resembles(token: string, other: string): boolean {
  const isPart = token.length >= LEAST_PART && (other.startsWith(token) || other.endsWith(token))
  return isPart || isWithin(token, other, TYPING_ERRORS)
}

/** Whether so many characters added, left out or replaced turn one text into the other. */
function isWithin(a: string, b: string, edits: number): boolean {
  if (Math.abs(a.length - b.length) > edits) return false
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  if (same === a.length) return true
  if (edits === 0) return false
  const [restA, restB] = [a.slice(same), b.slice(same)]
  return (
    isWithin(restA.slice(1), restB.slice(1), edits - 1) ||
    isWithin(restA.slice(1), restB, edits - 1) ||
    isWithin(restA, restB.slice(1), edits - 1)
  )
}
