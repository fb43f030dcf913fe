import { hasSigma, withOneSigma } from '#shared/any-case.ts'
import { type Fragment, sql, text } from './fragment.ts'

/**
 * The engine (chdb 3.4.0, ClickHouse 26.7.2.1) lowers letter by letter: to it a final sigma is a letter of
 * its own, and ΣΟΦΟΣ is not σοφος. Both sides have one sigma here, if a text that is sought has any.
 */
export const searchedFor = (searched: Fragment, sought: readonly string[]): Fragment =>
  sought.some(hasSigma) ? withOneSigmaIn(searched) : searched

export const withOneSigmaIn = (of: Fragment): Fragment => sql`replaceAll(${of}, 'ς', 'σ')`

/** Whether a text contains another one, in any case. */
export const containsPart = (searched: Fragment, part: string): Fragment =>
  sql`positionCaseInsensitiveUTF8(${searchedFor(searched, [part])}, ${text(withOneSigma(part))}) > 0`
