import { hasSigma, withOneSigma } from '#shared/any-case.ts'
import { type Fragment, sql, text } from './fragment.ts'

/**
 * Returns `searched` in the form in which it can be compared with the texts in `sought`. If any of these
 * texts has a sigma, every sigma in `searched` gets one form. `withOneSigma` must have given the same form
 * to the sought texts.
 * The engine (chdb 3.4.0, ClickHouse 26.7.2.1) lowers letter by letter. For the engine a final sigma is a
 * different letter, so ΣΟΦΟΣ does not match σοφος.
 */
export const searchedFor = (searched: Fragment, sought: readonly string[]): Fragment =>
  sought.some(hasSigma) ? withOneSigmaIn(searched) : searched

export const withOneSigmaIn = (of: Fragment): Fragment => sql`replaceAll(${of}, 'ς', 'σ')`

/** Condition that `searched` contains the text `part`, ignoring case. */
export const containsPart = (searched: Fragment, part: string): Fragment =>
  sql`positionCaseInsensitiveUTF8(${searchedFor(searched, [part])}, ${text(withOneSigma(part))}) > 0`
