import { LIMITS } from '#query/limits.ts'
import { isReadableRegex } from '#query/readable-regex.ts'
import { hasManyWildcards, likeSize, type RegexSize, regexSize } from '#query/regex-size.ts'
import { withOneSigma } from '#shared/any-case.ts'
import { searchedFor } from './any-case.ts'
import { bound, type Fragment, numeral, or, sql, text, withPattern } from './fragment.ts'

/**
 * Patterns run on this many first characters of a value: the engine's time limit does not hold inside a pattern, whose work
 * grows with the value.
 */
const SEEN_CHARACTERS = 2_048
/** Whether the property matches a regular expression of RE2: false for one that cannot be read. */
export const matchesRegex = (property: Fragment, pattern: string): Fragment =>
  isReadableRegex(pattern)
    ? withRegex(property, pattern, (beginning, regex) => sql`match(${beginning}, ${regex})`)
    : sql`false`

/** Any use of a regular expression, `of` the beginning of a text that patterns see. */
export const withRegex = (
  searched: Fragment,
  pattern: string,
  of: (beginning: Fragment, regex: Fragment) => Fragment,
): Fragment => sized(regexSize(pattern), of(beginningOf(searched), sql`${text(pattern)}`))

/**
 * A text in which the alias replaces all that a regular expression matches; `\0` to `\9` in the alias are the match and its groups. The
 * whole text for an expression that cannot be read.
 */
export const replacesRegex = (searched: Fragment, pattern: string, alias: string): Fragment =>
  isReadableRegex(pattern)
    ? withRegex(
        searched,
        pattern,
        // An empty match is one between two bytes, also those of one character.
        (beginning, regex) =>
          sql`toValidUTF8(replaceRegexpAll(${beginning}, ${regex}, ${text(withLiteralBackslashes(alias))}))`,
      )
    : searched

const withLiteralBackslashes = (alias: string) => alias.replaceAll(/\\(?!\d)/g, String.raw`\\`)

/** Whether a text is like a pattern of SQL as a whole, `%` and `_` being wildcards unless a backslash precedes them. */
export function matchesLike(searched: Fragment, pattern: string, isAnyCase: boolean): Fragment {
  const seen = hasManyWildcards(pattern) ? beginningOf(searched) : searched
  const condition = isAnyCase
    ? sql`(${searchedFor(seen, [pattern])} ILIKE ${text(withOneSigma(pattern))})`
    : sql`(${seen} LIKE ${text(pattern)})`
  return sized(likeSize(pattern), condition)
}

const sized = ({ size, choices }: RegexSize, condition: Fragment): Fragment =>
  choices > LIMITS.patternChoices ? withPattern(size, condition) : condition

/** The engine searches for so many texts at once, and takes a few more only without its fast search. */
const TEXTS_AT_ONCE = 255

/**
 * Whether the property contains any of the texts, in any case, `%` and `_` being wildcards. Texts without them are searched for
 * together: planning took 30 s for 10,000 conditions of their own.
 */
export const containsAny = (property: Fragment, values: readonly string[]): Fragment =>
  isLikeAny(property, values, CONTAINS)

/** Whether the property begins with any of the texts, in any case, `%` and `_` being wildcards. */
export const startsWithAny = (property: Fragment, values: readonly string[]): Fragment =>
  isLikeAny(property, values, STARTS)

/** Whether the property ends with any of the texts, in any case, `%` and `_` being wildcards. */
export const endsWithAny = (property: Fragment, values: readonly string[]): Fragment =>
  isLikeAny(property, values, ENDS)

/** How a text with wildcards is compared, and how several texts without them are searched for at once. */
interface Likeness {
  /** The pattern of `ILIKE` for an escaped text. */
  readonly pattern: (escaped: string) => string
  readonly search: (searched: Fragment, texts: readonly string[]) => Fragment
  /** The part of a value that a text with many wildcards is compared with. */
  readonly seen: (property: Fragment) => Fragment
}
const beginningOf = (property: Fragment) => sql`substringUTF8(${property}, 1, ${numeral(SEEN_CHARACTERS)})`
const endOf = (property: Fragment) => sql`rightUTF8(${property}, ${numeral(SEEN_CHARACTERS)})`
const CONTAINS: Likeness = {
  pattern: (escaped) => `%${escaped}%`,
  search: (searched, texts) => sql`multiSearchAnyCaseInsensitiveUTF8(${searched}, ${textList(texts)})`,
  seen: beginningOf,
}
// The first place of a text is 1 exactly if the value begins with it.
const STARTS: Likeness = {
  pattern: (escaped) => `${escaped}%`,
  search: (searched, texts) =>
    sql`has(multiSearchAllPositionsCaseInsensitiveUTF8(${searched}, ${textList(texts)}), 1)`,
  seen: beginningOf,
}
const ENDS: Likeness = {
  pattern: (escaped) => `%${escaped}`,
  search: (searched, texts) =>
    STARTS.search(
      sql`reverseUTF8(${searched})`,
      texts.map((one) => [...one].reverse().join('')),
    ),
  seen: endOf,
}
const textList = (texts: readonly string[]) => bound('Array(String)', texts)

function isLikeAny(property: Fragment, values: readonly string[], likeness: Likeness): Fragment {
  const plain = values.filter((value) => /^[^%_]+$/.test(value))
  if (plain.length < 2) return or(values.map((value) => isLike(property, value, likeness)))
  const others = values.filter((value) => !/^[^%_]+$/.test(value))
  // In a LowCardinality the same search took 200 times as long.
  const searched = sql`CAST(${property}, 'Nullable(String)')`
  const searches: Fragment[] = []
  for (let i = 0; i < plain.length; i += TEXTS_AT_ONCE) {
    const texts = plain.slice(i, i + TEXTS_AT_ONCE)
    searches.push(likeness.search(searchedFor(searched, texts), texts.map(withOneSigma)))
  }
  return or([...searches, ...others.map((value) => isLike(property, value, likeness))])
}

function isLike(property: Fragment, value: string, { pattern, seen }: Likeness): Fragment {
  // `%` and `_` of a value are wildcards, its backslashes are not escapes.
  const escaped = text(withOneSigma(pattern(value.replaceAll('\\', '\\\\'))))
  const searched = hasManyWildcards(value) ? seen(property) : property
  return sized(likeSize(value), sql`${searchedFor(searched, [value])} ILIKE ${escaped}`)
}
