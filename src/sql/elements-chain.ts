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

/**
 * Matches the text between two quotes. If backslashes precede a character, they belong to this character,
 * even if it is a quote.
 */
export const VALUE = String.raw`(?:[^"\\]|\\+[^\\])*`

// If a quote is not closed, its value goes up to the end of the text. Without this rule, each search would
// read the rest of the text once more.
const ELEMENT = String.raw`(?:[^";]|"${VALUE}(?:"|\\*\z))+`

/**
 * Matches one piece of an element that is not the last one of its chain. A piece is one character, or a whole
 * value in quotes.
 */
export const CLOSED = `(?:[^";]|"${VALUE}")`

// These patterns match text without `:attr_`. Such text consists of single characters and of colons, and no
// colon is followed by `attr_`.
const BEGINNING = ':(?:attr|att|at|a)?'
const OTHER = '(?::[^a:";]|:a[^t:";]|:at[^t:";]|:att[^r:";]|:attr[^_:";])'
const COLON = `(?:${BEGINNING})*${OTHER}`
/**
 * Patterns for the head of an element, which is its tag and classes. `any` matches any beginning of a head,
 * `colon` matches a colon inside a head, and `begunKeys` matches colons at its end with which a key begins.
 */
export const HEAD = {
  any: `(?:[^:";]|${COLON})*(?:${BEGINNING})*`,
  colon: COLON,
  begunKeys: `(?:${BEGINNING})+`,
}

/** Matches attributes that follow one another. The match ends with the end of a value. */
export const FURTHER_PAIRS = `(?:[^";]+"${VALUE}")*`
/** Matches everything of an element that precedes one of its attributes. */
export const PAIRS_BEFORE = `(?:${HEAD.any}:|[^";]*"${VALUE}"${FURTHER_PAIRS})`

/**
 * Matches elements, as few as possible. If it matched as many as possible, the engine would read on after
 * the first match, which took twice as long.
 */
export const ELEMENTS_BETWEEN = `(?:${CLOSED}*?;)*?`
/**
 * Matches the beginning of a chain, up to the first character of one of its elements. Any element can be
 * that one.
 */
export const BEFORE_ELEMENT = `^${ELEMENTS_BETWEEN}`

/**
 * Returns a pattern that matches an element with an attribute. `attribute` is a pattern of the attribute as
 * the chain has it: `href="/p"`.
 */
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
 * The chain of an event; empty if the event has no chain, or if the chain is not text. Reading the property
 * as text whatever its type took the engine 0.57 us, and reading it only if it is text took 0.39 us.
 */
export const CHAIN = sql`ifNull(properties.${identifier('$elements_chain')}.:String, '')`

/**
 * Maximum number of values that are written into one pattern for whole chains. If there are more values,
 * the elements of the chain are separated first.
 */
const FEW_TEXTS = 10

/** Array of the elements of the chain, each with its tag, classes and attributes. */
export const ELEMENTS = sql`extractAll(${CHAIN}, ${text(ELEMENT)})`

/**
 * Condition that the text of an element of the chain begins with any of the tags. Longer tags can begin
 * with the same text, so an exact condition follows this one.
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
  // A value that ends in a backslash cannot be in such a pattern, because it would escape the quote after it.
  if (values.length > FEW_TEXTS || values.some((value) => value.endsWith('\\')))
    return sql`hasAny(${attributeValues(key)}, ${bound('Array(String)', values)})`
  const pattern = `${BEFORE_ELEMENT}${PAIRS_BEFORE}(?:${written.map(literalPattern).join('|')})`
  return sql`match(${CHAIN}, ${text(pattern)})`
}

/**
 * Array of the values that an attribute has in the elements of the chain. It has one value for each element
 * with this attribute, without escapes.
 */
export function attributeValues(key: string): Fragment {
  const pattern = attributePattern(`${key}="(${VALUE})"`)
  const having = sql`arrayFilter(element -> match(element, ${text(pattern)}), ${ELEMENTS})`
  return sql`arrayMap(element -> replaceAll(extract(element, ${text(pattern)}), ${text('\\"')}, '"'), ${having})`
}

/** Maximum number of texts for which the engine searches at once. */
const TEXTS_AT_ONCE = 255

/**
 * Condition that the chain contains any of the texts. A condition that reads the elements follows it.
 * Reading the elements takes the engine ten times as long, which is 3.5 us for a chain of 600 characters.
 */
export function chainContains(texts: readonly string[]): Fragment {
  const searches: Fragment[] = []
  for (let i = 0; i < texts.length; i += TEXTS_AT_ONCE)
    searches.push(sql`multiSearchAny(${CHAIN}, ${bound('Array(String)', texts.slice(i, i + TEXTS_AT_ONCE))})`)
  return or(searches)
}
