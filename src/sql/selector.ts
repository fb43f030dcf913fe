import type { Compound, ElementTest, Selector } from '#query/selector.ts'
import {
  attributePattern,
  chainContains,
  classPattern,
  ELEMENTS,
  escapedQuotes,
  literalPattern,
  tagPattern,
  VALUE,
} from './elements-chain.ts'
import { and, type Fragment, sql, text, withPattern } from './fragment.ts'

/** The cost of a test for each character of a chain, as a part of one of a dear pattern. */
const PARTS_A_TEST = 0.5

/** Whether the selector selects an element of the chain: the element of the event, or one around it. */
export function selects(selector: Selector): Fragment {
  const tests = selector.flatMap((compound) => compound.tests)
  const needed = [...new Set(tests.map(writtenText).filter((written) => written !== ''))]
  const elements = selectedElements(selector)
  const condition = and([...needed.map((written) => chainContains([written])), sql`has(${elements}, 1)`])
  return withPattern((selector.length + tests.length) * PARTS_A_TEST, condition)
}

/** A list of 0 and 1 for the elements of the chain: 1 for each that the selector selects. */
function selectedElements([compound, ...around]: Selector): Fragment {
  if (compound === undefined) throw new TypeError('A selector has at least one compound')
  const own = sql`arrayMap(element -> ${passes(compound)}, ${ELEMENTS})`
  if (around.length === 0) return own
  const outer = selectedElements(around)
  // How many of the elements from here on outwards are selected.
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

/** The pattern of an element that passes the test; null where none can. */
function patternOf(test: ElementTest): string | null {
  switch (test.on) {
    case 'tag':
      return tagPattern(test.name)
    case 'class':
      return classPattern(test.name)
    case 'attribute': {
      const value = valuePattern(test)
      return value === null ? null : attributePattern(`${keyPattern(test.name)}="${value}`)
    }
    default:
      return attributePattern(`${test.on}="${test.position}"`)
  }
}

/** SDKs write an id and a link twice, under either key. */
const keyPattern = (name: string) => {
  if (name === 'id') return 'attr__?id'
  return name === 'href' ? '(?:attr__)?href' : `attr__${literalPattern(name)}`
}

/** The pattern of the text behind the first quote. As in CSS, an empty text begins, ends and is part of nothing. */
function valuePattern({ match, value }: Extract<ElementTest, { on: 'attribute' }>): string | null {
  if (match === 'present') return ''
  if (value === '' && match !== 'equals') return null
  const literal = literalPattern(escapedQuotes(value))
  const isOpen = value.endsWith('\\')
  // A backslash before a quote escapes it, so that no value ends with one.
  if (isOpen && (match === 'equals' || match === 'ends')) return null
  const before = match === 'ends' || match === 'contains' ? String.raw`${VALUE}\\*` : ''
  const behind = match === 'equals' || match === 'ends' ? '"' : isOpen ? '[^"]' : ''
  return `${before}${literal}${behind}`
}

/** A text that the chain of every element contains that passes the test. */
function writtenText(test: ElementTest): string {
  if (test.on === 'tag') return test.name
  if (test.on === 'class') return `.${test.name}`
  if (test.on !== 'attribute') return `${test.on}="${test.position}"`
  const key = `${test.name === 'id' || test.name === 'href' ? '' : 'attr__'}${test.name}="`
  const isWhole = test.match === 'equals' || test.match === 'begins'
  return isWhole ? `${key}${escapedQuotes(test.value)}` : key
}
