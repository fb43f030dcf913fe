import { and, bound, type Fragment, identifier, or, sql, text } from '#fragments/fragment.ts'

/*
 * `$elements_chain` is the text in which SDKs describe the element of an event and the elements around it,
 * from the inside out:
 *
 *   a.btn.big:attr__id="buy"href="/p"nth-child="2"nth-of-type="1"text="Buy";div:nth-child="1"nth-of-type="1"
 *
 * A quote inside a value is written `\"`, every other character as it is. A class or the name of an
 * attribute may contain a colon. The attributes begin after the first colon that is followed by a key that
 * SDKs write.
 */

/** Matches the text between two quotes. A run of backslashes belongs to the character after it. */
export const VALUE = String.raw`(?:[^"\\]|\\+[^\\])*`

// If a quote is not closed, the value extends to the end of the text. Otherwise each search would read the
// rest of the text once more.
const ELEMENT = String.raw`(?:[^";]|"${VALUE}(?:"|\\*\z))+`

/** Matches a piece of an element that is followed by more of the chain: a character, or a whole value. */
export const CLOSED = `(?:[^";]|"${VALUE}")`

// These patterns match text without `:attr_`. Such text consists of single characters, and of colons that
// are followed by another text than `attr_`.
const BEGINNING = ':(?:attr|att|at|a)?'
const OTHER = '(?::[^a:";]|:a[^t:";]|:at[^t:";]|:att[^r:";]|:attr[^_:";])'
const COLON = `(?:${BEGINNING})*${OTHER}`
/**
 * Patterns for the tag and the classes of an element. `any` matches any beginning of this text, `colon`
 * matches a colon inside it, and `begunKeys` matches colons at its end that begin a key.
 */
export const HEAD = {
  any: `(?:[^:";]|${COLON})*(?:${BEGINNING})*`,
  colon: COLON,
  begunKeys: `(?:${BEGINNING})+`,
}

/** Matches consecutive attributes, up to the end of a value. */
export const FURTHER_PAIRS = `(?:[^";]+"${VALUE}")*`
/** Matches the part of an element before an attribute. */
export const PAIRS_BEFORE = `(?:${HEAD.any}:|[^";]*"${VALUE}"${FURTHER_PAIRS})`

/**
 * Matches as few elements as possible. If it matched as many as possible, the engine would read on after a
 * match, which took twice as long.
 */
export const ELEMENTS_BETWEEN = `(?:${CLOSED}*?;)*?`
/** Matches the beginning of a chain, up to the first character of any of its elements. */
export const BEFORE_ELEMENT = `^${ELEMENTS_BETWEEN}`

/** Pattern that matches an element with an attribute written as in the given pattern: `href="/p"`. */
export const attributePattern = (attribute: string): string => `^${PAIRS_BEFORE}${attribute}`

/** Pattern that matches an element with this class. */
export const classPattern = (name: string): string =>
  String.raw`^[^.:";]*\.(?:${HEAD.any}\.)?${literalPattern(name)}(?:[.:]|\z)`

/** Pattern that matches an element with this tag. */
export const tagPattern = (name: string): string => String.raw`^${literalPattern(name)}(?:[.:]|\z)`

/** RE2 pattern that matches exactly this text. */
export const literalPattern = (literal: string): string =>
  literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', '\\x00')

/** Writes a value the way the chain has it between quotes. */
export const escapedQuotes = (value: string): string => value.replaceAll('"', '\\"')

/**
 * The chain of an event. Empty if the event has no chain, or if its value is not text. Reading a value of
 * any type as text took the engine 0.57 us, and reading only text 0.39 us.
 */
export const CHAIN = sql`ifNull(properties.${identifier('$elements_chain')}.:String, '')`

/**
 * Maximum number of texts in a pattern that matches whole chains. If there are more texts, the elements are
 * separated first.
 */
const FEW_TEXTS = 10

/** Array of the elements of the chain, each with its tag, classes and attributes. */
export const ELEMENTS = sql`extractAll(${CHAIN}, ${text(ELEMENT)})`

/**
 * Condition that an element of the chain seems to have any of the tags, because its text begins with the
 * tag. It stands before an exact condition.
 */
export const chainHasTag = (tags: readonly string[]): Fragment =>
  or([
    ...tags.map((tag) => sql`startsWith(${CHAIN}, ${text(tag)})`),
    chainContains(tags.map((tag) => `;${tag}`)),
  ])

/** Condition that an element of the chain has any of the tags. */
export function hasTag(tags: readonly string[]): Fragment {
  const isFew = tags.length <= FEW_TEXTS
  if (isFew && tags.every((tag) => /^[^.:;"]+$/.test(tag))) {
    const pattern = String.raw`${BEFORE_ELEMENT}(?:${tags.map(literalPattern).join('|')})(?:[.:;]|\z)`
    return and([chainHasTag(tags), sql`match(${CHAIN}, ${text(pattern)})`])
  }
  const all = sql`arrayMap(element -> extract(element, '^[^.:]*'), ${ELEMENTS})`
  return and([chainContains(tags), sql`hasAny(${all}, ${bound('Array(String)', tags)})`])
}

/** Condition that an element of the chain has this attribute with any of the values. */
export function hasValue(key: string, values: readonly string[]): Fragment {
  const written = values.map((value) => `${key}="${escapedQuotes(value)}"`)
  return and([chainContains(written), hasWritten(key, values, written)])
}

function hasWritten(key: string, values: readonly string[], written: readonly string[]): Fragment {
  // A pattern cannot have a value that ends in a backslash, which would escape the quote after it.
  if (values.length > FEW_TEXTS || values.some((value) => value.endsWith('\\')))
    return sql`hasAny(${attributeValues(key)}, ${bound('Array(String)', values)})`
  const pattern = `${BEFORE_ELEMENT}${PAIRS_BEFORE}(?:${written.map(literalPattern).join('|')})`
  return sql`match(${CHAIN}, ${text(pattern)})`
}

/** Array of the attribute's values, one for each element that has it, without escapes. */
export function attributeValues(key: string): Fragment {
  const pattern = attributePattern(`${key}="(${VALUE})"`)
  const having = sql`arrayFilter(element -> match(element, ${text(pattern)}), ${ELEMENTS})`
  return sql`arrayMap(element -> replaceAll(extract(element, ${text(pattern)}), ${text('\\"')}, '"'), ${having})`
}

/** Maximum number of texts for which the engine searches at once. */
const TEXTS_AT_ONCE = 255

/**
 * Condition that the chain contains any of the texts. It stands before a condition that reads the elements,
 * because reading them takes the engine ten times as long: 3.5 us for a chain of 600 characters.
 */
export function chainContains(texts: readonly string[]): Fragment {
  const searches: Fragment[] = []
  for (let i = 0; i < texts.length; i += TEXTS_AT_ONCE)
    searches.push(sql`multiSearchAny(${CHAIN}, ${bound('Array(String)', texts.slice(i, i + TEXTS_AT_ONCE))})`)
  return or(searches)
}
