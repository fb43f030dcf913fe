import { hasSigma, withOneSigma } from '#shared/any-case.ts'
import { type Fragment, sql, text } from './fragment.ts'

/**
 * Returns `searched` in the form in which it can be compared with the texts in `sought`. If any of these
 * texts has a sigma, every sigma in `searched` gets the same form. Callers must have given this form to the
 * sought texts by `withOneSigma`.
 * The engine (chdb 3.4.0, ClickHouse 26.7.2.1) lowers letter by letter, so for it a final sigma stays a
 * different letter: without the same form, ΣΟΦΟΣ would not match σοφος.
 */
export const searchedFor = (searched: Fragment, sought: readonly string[]): Fragment =>
  sought.some(hasSigma) ? withOneSigmaIn(searched) : searched

export const withOneSigmaIn = (of: Fragment): Fragment => sql`replaceAll(${of}, 'ς', 'σ')`

/** Condition that `searched` contains the text `part`, ignoring case. */
export const containsPart = (searched: Fragment, part: string): Fragment =>
  sql`positionCaseInsensitiveUTF8(${searchedFor(searched, [part])}, ${text(withOneSigma(part))}) > 0`
