import { bound, type Fragment, or, sql, text } from './fragment.ts'
import { propertyText } from './json-properties.ts'

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

// Text without `:attr_`: single characters, and colons that are followed by another text.
const BEGINNING = ':(?:attr|att|at|a)?'
const OTHER = '(?::[^a:"]|:a[^t:"]|:at[^t:"]|:att[^r:"]|:attr[^_:"])'
/** The tag and the classes of an element. */
const HEAD = `(?:[^:"]|(?:${BEGINNING})*${OTHER})*(?:${BEGINNING})*`

/** A pattern that finds an element whose attribute is written as the pattern: `href="/p"`. */
export const attributePattern = (attribute: string): string =>
  `^(?:${HEAD}:|[^"]*"${VALUE}"(?:[^"]+"${VALUE}")*)${attribute}`

/** A pattern that finds an element of a class. */
export const classPattern = (name: string): string =>
  String.raw`^[^.:"]*\.(?:${HEAD}\.)?${literalPattern(name)}(?:[.:]|\z)`

/** A pattern that finds an element with a tag. */
export const tagPattern = (name: string): string => String.raw`^${literalPattern(name)}(?:[.:]|\z)`

/** A pattern of RE2 for the text itself. */
export const literalPattern = (literal: string): string =>
  literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', '\\x00')

/** A value as the chain has it between quotes. */
export const escapedQuotes = (value: string): string => value.replaceAll('"', '\\"')

/** The chain of an event, empty where it has none. */
const CHAIN = sql`ifNull(${propertyText('$elements_chain')}, '')`

/** The elements of the chain, each with its tag, classes and attributes. */
export const ELEMENTS = sql`extractAll(${CHAIN}, ${text(ELEMENT)})`

/** The tags of the elements. */
export const TAGS = sql`arrayMap(element -> extract(element, '^[^.:]*'), ${ELEMENTS})`

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
