import type { Compound, ElementTest, Selector } from '#query/selector.ts'
import { keyPattern, type PairTest, valuePattern } from './element-test.ts'
import {
  BEFORE_ELEMENT,
  CLOSED,
  ELEMENTS_BETWEEN,
  FURTHER_PAIRS,
  HEAD,
  literalPattern,
  PAIRS_BEFORE,
  VALUE,
} from './elements-chain.ts'

/**
 * Maximum number of compounds of a selector that is written as a pattern. Each compound multiplies the
 * number of states of the pattern.
 */
const MAX_COMPOUNDS = 6
/**
 * Maximum number of tests that may be passed in any order, among the classes of an element or among its
 * attributes. The pattern contains the tests in each possible order.
 */
const MAX_IN_ANY_ORDER = 2

/**
 * Matches the rest of the tag and classes of an element, after the tag or a class, up to the colon before
 * the attributes. The match is empty, or begins with a dot or a colon.
 */
const HEAD_REST = String.raw`(?:(?:\.|${HEAD.colon})${HEAD.any}|${HEAD.begunKeys})?`

/**
 * Returns a pattern that matches a whole chain if the selector selects one of its elements; null if a
 * pattern cannot express the selector. Without a pattern, the elements of the chain must be separated
 * first, which takes the engine eight times as long.
 * The pattern tests an element in the order of its text: tag, classes, attributes.
 */
export function chainPattern(selector: Selector): string | null {
  if (selector.length > MAX_COMPOUNDS) return null
  const patterns = selector.map((compound, i) => compoundPattern(compound, i === selector.length - 1))
  if (patterns.includes(null)) return null
  const separated = patterns.map((pattern, i) => `${pattern}${SEPARATORS[selector[i]?.within ?? 'none']}`)
  return `${BEFORE_ELEMENT}${separated.join('')}`
}

// The text between the elements that two compounds select. No element lies between adjacent semicolons, so
// semicolons may be repeated (`;+`).
const SEPARATORS = { parent: ';+', ancestor: `;${ELEMENTS_BETWEEN}`, none: '' }

/**
 * Returns the pattern of an element that meets the compound, from the beginning of the element. Unless the
 * compound is the last one, the pattern goes up to the end of this element. Null if a pattern cannot express
 * the tests.
 */
function compoundPattern({ tests }: Compound, isLast: boolean): string | null {
  if (tests.length === 0) return isLast ? '[^;]' : `${CLOSED}+?`
  const head = headPattern(tests)
  const pairs = tests.filter((test) => test.on !== 'tag' && test.on !== 'class')
  if (head === null) return null
  if (pairs.length === 0) return isLast ? String.raw`${head}(?:[.:;]|\z)` : `${head}(?:[.:]${CLOSED}*?)??`
  const found = inAnyOrder(pairs, keyPattern, (ordered) => pairsPattern(ordered, isLast))
  if (found === null) return null
  const before = head === '' ? PAIRS_BEFORE : `${head}(?:${HEAD_REST}:|[.:][^";]*"${VALUE}"${FURTHER_PAIRS})`
  return `${before}${found}`
}

/**
 * Returns the pattern of the tag and the classes of an element. Empty if the compound tests neither a tag
 * nor a class. Null if a name cannot be written in a pattern, or if {@link inAnyOrder} returns null for the
 * classes.
 */
function headPattern(tests: readonly ElementTest[]): string | null {
  const tag = tests.find((test) => test.on === 'tag')
  const classes = tests.filter((test) => test.on === 'class')
  if (tag !== undefined && /[.:;"]/.test(tag.name)) return null
  // If there are several classes, their names must not contain a dot or a colon, because such a name could
  // contain the name of another class.
  if (classes.some(({ name }) => (classes.length === 1 ? /[;"]|:attr_/ : /[.:;"]/).test(name))) return null
  const begin = tag === undefined ? '[^.:";]*' : literalPattern(tag.name)
  if (classes.length === 0) return tag === undefined ? '' : begin
  const written = inAnyOrder(
    classes,
    ({ name }) => literalPattern(name),
    (ordered) => ordered.map(({ name }) => literalPattern(name)).join(String.raw`${HEAD_REST}\.`),
  )
  return written === null ? null : String.raw`${begin}\.(?:${HEAD.any}\.)?${written}`
}

function pairsPattern(tests: readonly PairTest[], isLast: boolean): string | null {
  const patterns = tests.map((test, i) => pairPattern(test, isLast && i === tests.length - 1))
  if (patterns.includes(null)) return null
  return `${patterns.join(FURTHER_PAIRS)}${isLast ? '' : `${CLOSED}*?`}`
}

/**
 * Returns the pattern of an attribute up to the quote that ends its value. With `isOpen` the pattern may
 * end earlier, as soon as the test is decided. Null if the test cannot be written as a pattern.
 */
function pairPattern(test: PairTest, isOpen: boolean): string | null {
  if (/[;"=]/.test(test.on === 'attribute' ? test.name : '')) return null
  const value = valuePattern(test)
  // If the tested value ends in a backslash, the quote after it may be escaped. Then the pattern cannot
  // find the end of the attribute's value.
  if (value === null || (test.on === 'attribute' && test.value.endsWith('\\'))) return null
  const isEnded = test.on !== 'attribute' || test.match === 'equals' || test.match === 'ends'
  return `${keyPattern(test)}="${value}${isOpen || isEnded ? '' : `${VALUE}"`}`
}

/**
 * Returns a pattern that matches the tests in any order. Null if there are too many tests, or if two tests
 * have the same name, because then both could match the same text.
 */
function inAnyOrder<Test>(
  tests: readonly Test[],
  nameOf: (test: Test) => string,
  written: (ordered: readonly Test[]) => string | null,
): string | null {
  if (tests.length > MAX_IN_ANY_ORDER || new Set(tests.map(nameOf)).size < tests.length) return null
  const orders = tests.length === 2 ? [tests, tests.toReversed()] : [tests]
  const patterns = orders.map(written)
  return patterns.includes(null) ? null : `(?:${patterns.join('|')})`
}
