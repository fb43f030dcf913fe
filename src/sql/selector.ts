import { and, type Fragment, sql, text, withPattern } from '#fragments/fragment.ts'
import type { Compound, ElementTest, Selector } from '#query/selector.ts'
import { chainPattern } from './chain-pattern.ts'
import { patternOf, writtenText } from './element-test.ts'
import { CHAIN, chainContains, chainHasTag, ELEMENTS } from './elements-chain.ts'

/**
 * Cost of a test, for each character of a chain. The unit is the cost of one part of an expensive pattern.
 */
const PARTS_A_TEST = 0.5

/** Condition that the selector selects the element of an event or an element around it. */
export function selects(selector: Selector): Fragment {
  const tests = selector.flatMap((compound) => compound.tests)
  const tags = new Set(tests.flatMap((test) => (test.on === 'tag' ? [test.name] : [])))
  const needed = new Set(tests.map(writtenText).filter((written) => written !== ''))
  const condition = and([
    ...[...needed].map((written) => chainContains([written])),
    ...[...tags].map((tag) => chainHasTag([tag])),
    selectsExactly(selector),
  ])
  return withPattern((selector.length + tests.length) * PARTS_A_TEST, condition)
}

function selectsExactly(selector: Selector): Fragment {
  const pattern = chainPattern(selector)
  return pattern === null ? selectsFromList(selector) : sql`match(${CHAIN}, ${text(pattern)})`
}

/**
 * Condition that the selector selects an element of the chain, in a form that is possible for every
 * selector. It separates the elements of the chain first.
 */
export const selectsFromList = (selector: Selector): Fragment => sql`has(${selectedElements(selector)}, 1)`

/** Array with one number for each element of the chain: 1 if the selector selects it, 0 if not. */
function selectedElements([compound, ...around]: Selector): Fragment {
  if (compound === undefined) throw new TypeError('A selector has at least one compound')
  const own = sql`arrayMap(element -> ${passes(compound)}, ${ELEMENTS})`
  if (around.length === 0) return own
  const outer = selectedElements(around)
  // For each element: how many elements are selected, among the element itself and all elements around it.
  // With `parent` the number is 1 or 0: whether the element itself is selected.
  const from = compound.within === 'parent' ? outer : sql`arrayReverse(arrayCumSum(arrayReverse(${outer})))`
  const behind = sql`arraySlice(arrayPushBack(${from}, 0), 2)`
  return sql`arrayMap((own, around) -> own AND around > 0, ${own}, ${behind})`
}

const passes = ({ tests }: Compound): Fragment =>
  tests.length === 0 ? sql`toUInt8(1)` : and(tests.map(passesTest))

function passesTest(test: ElementTest): Fragment {
  const pattern = patternOf(test)
  return pattern === null ? sql`false` : sql`match(element, ${text(pattern)})`
}
