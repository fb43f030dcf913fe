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

/** The states of a pattern multiply with its compounds. */
const MAX_COMPOUNDS = 6
/** Tests that elements pass in any order are written in each order. */
const MAX_IN_ANY_ORDER = 2

/** The part of an element behind its tag or a class, up to the colon of the attributes: empty, or begun by a dot or a colon. */
const HEAD_REST = String.raw`(?:(?:\.|${HEAD.colon})${HEAD.any}|${HEAD.begunKeys})?`

/**
 * A pattern of whole chains, for selectors that one can say: the elements need not be separated then, which takes the engine
 * eight times as long. Null for any other selector. The tests of an element are in the order of its text: tag, classes, attributes.
 */
export function chainPattern(selector: Selector): string | null {
  if (selector.length > MAX_COMPOUNDS) return null
  const patterns = selector.map((compound, i) => compoundPattern(compound, i === selector.length - 1))
  if (patterns.includes(null)) return null
  const separated = patterns.map((pattern, i) => `${pattern}${SEPARATORS[selector[i]?.within ?? 'none']}`)
  return `${BEFORE_ELEMENT}${separated.join('')}`
}

// Two semicolons have no element between them.
const SEPARATORS = { parent: ';+', ancestor: `;${ELEMENTS_BETWEEN}`, none: '' }

/** The pattern of an element from its beginning, to its end where another element follows. */
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

/** The pattern of the tag and the classes, empty where the compound has none. */
function headPattern(tests: readonly ElementTest[]): string | null {
  const tag = tests.find((test) => test.on === 'tag')
  const classes = tests.filter((test) => test.on === 'class')
  if (tag !== undefined && /[.:;"]/.test(tag.name)) return null
  // Of several classes, one could be written inside another.
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

/** An attribute to the quote that ends its value, or as far as the test reads it. */
function pairPattern(test: PairTest, isOpen: boolean): string | null {
  if (/[;"=]/.test(test.on === 'attribute' ? test.name : '')) return null
  const value = valuePattern(test)
  // Where the value of the test ends in a backslash, its text does not tell where the value of the attribute ends.
  if (value === null || (test.on === 'attribute' && test.value.endsWith('\\'))) return null
  const isEnded = test.on !== 'attribute' || test.match === 'equals' || test.match === 'ends'
  return `${keyPattern(test)}="${value}${isOpen || isEnded ? '' : `${VALUE}"`}`
}

/** Null where there are too many, or two of one name: both may mean the same text. */
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
