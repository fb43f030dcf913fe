import { withOneSigma } from '#shared/any-case.ts'
import { PATTERN_LIMITS } from '#values/pattern-limits.ts'
import { isReadableRegex } from '#values/readable-regex.ts'
import { hasManyWildcards, likeSize, type RegexSize, regexSize } from '#values/regex-size.ts'
import { searchedFor } from './any-case.ts'
import { bound, type Fragment, numeral, or, sql, text, withPattern } from './fragment.ts'

/**
 * Number of characters at the beginning of a value with which a pattern is compared; at the end of the
 * value if the pattern has to match there. A longer value makes a pattern more expensive, and the engine's
 * time limit does not apply while it matches a pattern.
 */
const SEEN_CHARACTERS = 2_048
/**
 * Condition that the property matches a regular expression of RE2; false if the expression cannot be read.
 */
export const matchesRegex = (property: Fragment, pattern: string): Fragment =>
  isReadableRegex(pattern)
    ? withRegex(property, pattern, (beginning, regex) => sql`match(${beginning}, ${regex})`)
    : sql`false`

/**
 * Returns what `of` makes from a text and a regular expression, marked as expensive if the expression is.
 * `of` gets only the beginning of the text, so the expression does not see the rest.
 */
export const withRegex = (
  searched: Fragment,
  pattern: string,
  of: (beginning: Fragment, regex: Fragment) => Fragment,
): Fragment => sized(regexSize(pattern), of(beginningOf(searched), sql`${text(pattern)}`))

/**
 * Returns a text in which the alias replaces all matches of a regular expression. `\0` to `\9` in the alias
 * stand for the match and its groups. If the expression cannot be read, returns the whole text unchanged.
 */
export const replacesRegex = (searched: Fragment, pattern: string, alias: string): Fragment =>
  isReadableRegex(pattern)
    ? withRegex(
        searched,
        pattern,
        // An empty match can lie between two bytes of one character. If it is replaced there, the result is
        // not valid UTF-8.
        (beginning, regex) =>
          sql`toValidUTF8(replaceRegexpAll(${beginning}, ${regex}, ${text(withLiteralBackslashes(alias))}))`,
      )
    : searched

const withLiteralBackslashes = (alias: string) => alias.replaceAll(/\\(?!\d)/g, String.raw`\\`)

/**
 * Condition that a whole text matches a pattern of SQL's LIKE. `%` and `_` are wildcards, unless a
 * backslash precedes them.
 */
export function matchesLike(searched: Fragment, pattern: string, isAnyCase: boolean): Fragment {
  const seen = hasManyWildcards(pattern) ? beginningOf(searched) : searched
  const condition = isAnyCase
    ? sql`(${searchedFor(seen, [pattern])} ILIKE ${text(withOneSigma(pattern))})`
    : sql`(${seen} LIKE ${text(pattern)})`
  return sized(likeSize(pattern), condition)
}

const sized = ({ size, choices }: RegexSize, condition: Fragment): Fragment =>
  choices > PATTERN_LIMITS.choices ? withPattern(size, condition) : condition

/**
 * Maximum number of texts for which the engine searches at once. With a few texts more, it does not use its
 * fast search.
 */
const TEXTS_AT_ONCE = 255

/**
 * Condition that the property contains any of the texts, ignoring case; `%` and `_` are wildcards. All
 * texts without wildcards are searched for at once, because planning 10,000 separate conditions took 30 s.
 */
export const containsAny = (property: Fragment, values: readonly string[]): Fragment =>
  isLikeAny(property, values, CONTAINS)

/** Condition that the property begins with any of the texts, ignoring case; `%` and `_` are wildcards. */
export const startsWithAny = (property: Fragment, values: readonly string[]): Fragment =>
  isLikeAny(property, values, STARTS)

/** Condition that the property ends with any of the texts, ignoring case; `%` and `_` are wildcards. */
export const endsWithAny = (property: Fragment, values: readonly string[]): Fragment =>
  isLikeAny(property, values, ENDS)

/**
 * The functions for one kind of comparison: contains, begins with or ends with. `pattern` and `seen` are
 * for a text with wildcards. `search` is for several texts without wildcards at once.
 */
interface Likeness {
  /** Returns the `ILIKE` pattern for an escaped text. */
  readonly pattern: (escaped: string) => string
  readonly search: (searched: Fragment, texts: readonly string[]) => Fragment
  /** Returns the part of a value that a text with many wildcards is compared with. */
  readonly seen: (property: Fragment) => Fragment
}
const beginningOf = (property: Fragment) => sql`substringUTF8(${property}, 1, ${numeral(SEEN_CHARACTERS)})`
const endOf = (property: Fragment) => sql`rightUTF8(${property}, ${numeral(SEEN_CHARACTERS)})`
const CONTAINS: Likeness = {
  pattern: (escaped) => `%${escaped}%`,
  search: (searched, texts) => sql`multiSearchAnyCaseInsensitiveUTF8(${searched}, ${textList(texts)})`,
  seen: beginningOf,
}
// A value begins with a text if and only if the first position of the text in it is 1.
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
  // The property is cast, because the same search on a LowCardinality column took 200 times as long.
  const searched = sql`CAST(${property}, 'Nullable(String)')`
  const searches: Fragment[] = []
  for (let i = 0; i < plain.length; i += TEXTS_AT_ONCE) {
    const texts = plain.slice(i, i + TEXTS_AT_ONCE)
    searches.push(likeness.search(searchedFor(searched, texts), texts.map(withOneSigma)))
  }
  return or([...searches, ...others.map((value) => isLike(property, value, likeness))])
}

function isLike(property: Fragment, value: string, { pattern, seen }: Likeness): Fragment {
  // `%` and `_` in a value are wildcards, but a backslash in it stands for itself.
  const escaped = text(withOneSigma(pattern(value.replaceAll('\\', '\\\\'))))
  const searched = hasManyWildcards(value) ? seen(property) : property
  return sized(likeSize(value), sql`${searchedFor(searched, [value])} ILIKE ${escaped}`)
}
