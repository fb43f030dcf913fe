import { and, bound, type Fragment, identifier, or, sql, text } from './fragment.ts'

/*
 * `$elements_chain` is the text in which SDKs describe the element of an event and the elements around it, from the inside out:
 *
 *   button.btn.primary:attr__id="buy"href="/p"nth-child="2"nth-of-type="1"text="Buy";div:nth-child="1"nth-of-type="1"
 *
 * A quote inside a value is written `\"`, every other character as it is. A class may have a colon, as may the name of an
 * attribute: attributes begin behind the first colon that one of the keys of SDKs follows.
 */

/** The text between two quotes. A run of backslashes belongs to the character behind it. */
export const VALUE = String.raw`(?:[^"\\]|\\+[^\\])*`

// A quote that nothing closes ends with the text: otherwise each search would read the rest of it once more.
const ELEMENT = String.raw`(?:[^";]|"${VALUE}(?:"|\\*\z))+`

/** A piece of an element that is followed by more of the chain: a character, or a whole value. */
export const CLOSED = `(?:[^";]|"${VALUE}")`

// Text without `:attr_`: single characters, and colons that are followed by another text.
const BEGINNING = ':(?:attr|att|at|a)?'
const OTHER = '(?::[^a:";]|:a[^t:";]|:at[^t:";]|:att[^r:";]|:attr[^_:";])'
const COLON = `(?:${BEGINNING})*${OTHER}`
/** Of the tag and the classes of an element: any beginning, one colon in it, and colons at the end that begin a key. */
export const HEAD = {
  any: `(?:[^:";]|${COLON})*(?:${BEGINNING})*`,
  colon: COLON,
  begunKeys: `(?:${BEGINNING})+`,
}

/** Attributes that are written one after the other, up to the end of a value. */
export const FURTHER_PAIRS = `(?:[^";]+"${VALUE}")*`
/** The part of an element before an attribute. */
export const PAIRS_BEFORE = `(?:${HEAD.any}:|[^";]*"${VALUE}"${FURTHER_PAIRS})`

/** As few elements as possible: the engine reads on behind a match of as many as possible, which took twice as long. */
export const ELEMENTS_BETWEEN = `(?:${CLOSED}*?;)*?`
/** The beginning of a chain, up to the first character of any of its elements. */
export const BEFORE_ELEMENT = `^${ELEMENTS_BETWEEN}`

/** A pattern that finds an element whose attribute is written as the pattern: `href="/p"`. */
export const attributePattern = (attribute: string): string => `^${PAIRS_BEFORE}${attribute}`

/** A pattern that finds an element of a class. */
export const classPattern = (name: string): string =>
  String.raw`^[^.:";]*\.(?:${HEAD.any}\.)?${literalPattern(name)}(?:[.:]|\z)`

/** A pattern that finds an element with a tag. */
export const tagPattern = (name: string): string => String.raw`^${literalPattern(name)}(?:[.:]|\z)`

/** A pattern of RE2 for the text itself. */
export const literalPattern = (literal: string): string =>
  literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', '\\x00')

/** A value as the chain has it between quotes. */
export const escapedQuotes = (value: string): string => value.replaceAll('"', '\\"')

/**
 * The chain of an event, empty where it has none and where another value than text is sent. Reading any value as text took the engine
 * 0.57 us, and text alone 0.39.
 */
export const CHAIN = sql`ifNull(properties.${identifier('$elements_chain')}.:String, '')`

/** Texts that a pattern of whole chains may have. With more, the elements are separated first. */
const FEW_TEXTS = 10

/** The elements of the chain, each with its tag, classes and attributes. */
export const ELEMENTS = sql`extractAll(${CHAIN}, ${text(ELEMENT)})`

/** Whether an element of the chain has any of the tags, as a condition before another one: the tag may go on. */
export const chainHasTag = (tags: readonly string[]): Fragment =>
  or([
    ...tags.map((tag) => sql`startsWith(${CHAIN}, ${text(tag)})`),
    chainContains(tags.map((tag) => `;${tag}`)),
  ])

/** Whether an element of the chain has any of the tags. */
export function hasTag(tags: readonly string[]): Fragment {
  const isFew = tags.length <= FEW_TEXTS
  if (isFew && tags.every((tag) => /^[^.:;"]+$/.test(tag))) {
    const pattern = String.raw`${BEFORE_ELEMENT}(?:${tags.map(literalPattern).join('|')})(?:[.:;]|\z)`
    return and([chainHasTag(tags), sql`match(${CHAIN}, ${text(pattern)})`])
  }
  const all = sql`arrayMap(element -> extract(element, '^[^.:]*'), ${ELEMENTS})`
  return and([chainContains(tags), sql`hasAny(${all}, ${bound('Array(String)', tags)})`])
}

/** Whether an attribute of an element of the chain has any of the values. */
export function hasValue(key: string, values: readonly string[]): Fragment {
  const written = values.map((value) => `${key}="${escapedQuotes(value)}"`)
  return and([chainContains(written), hasWritten(key, values, written)])
}

function hasWritten(key: string, values: readonly string[], written: readonly string[]): Fragment {
  // A value cannot end in a backslash, which would escape the quote behind it.
  if (values.length > FEW_TEXTS || values.some((value) => value.endsWith('\\')))
    return sql`hasAny(${attributeValues(key)}, ${bound('Array(String)', values)})`
  const pattern = `${BEFORE_ELEMENT}${PAIRS_BEFORE}(?:${written.map(literalPattern).join('|')})`
  return sql`match(${CHAIN}, ${text(pattern)})`
}

/** The values of an attribute, of the elements that have it, without escapes. */
export function attributeValues(key: string): Fragment {
  const pattern = attributePattern(`${key}="(${VALUE})"`)
  const having = sql`arrayFilter(element -> match(element, ${text(pattern)}), ${ELEMENTS})`
  return sql`arrayMap(element -> replaceAll(extract(element, ${text(pattern)}), ${text('\\"')}, '"'), ${having})`
}

/** The engine searches for so many texts at once. */
const TEXTS_AT_ONCE = 255

/**
 * Whether the chain contains any of the texts. It is a condition before another one that reads the elements, which takes
 * the engine ten times as long: 3.5 us for a chain of 600 characters.
 */
export function chainContains(texts: readonly string[]): Fragment {
  const searches: Fragment[] = []
  for (let i = 0; i < texts.length; i += TEXTS_AT_ONCE)
    searches.push(sql`multiSearchAny(${CHAIN}, ${bound('Array(String)', texts.slice(i, i + TEXTS_AT_ONCE))})`)
  return or(searches)
}
