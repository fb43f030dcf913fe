import { attrOf, type Path } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import { LIMITS } from './limits.ts'

export type AttributeMatch = 'present' | 'equals' | 'begins' | 'ends' | 'contains'

/** A test that one element of a page can pass. */
export type ElementTest =
  | { readonly on: 'tag'; readonly name: string }
  | { readonly on: 'class'; readonly name: string }
  /** A test of an attribute. With `present`, `value` is empty. An id is tested as the attribute `id`. */
  | {
      readonly on: 'attribute'
      readonly name: string
      readonly match: AttributeMatch
      readonly value: string
    }
  /** A test of the position of an element. Positions begin with 1. */
  | { readonly on: 'nth-child' | 'nth-of-type'; readonly position: number }

/**
 * The tests of one element, which must pass all of them. A compound without tests is met by every element.
 */
export interface Compound {
  readonly tests: readonly ElementTest[]
  /**
   * Where the element of the next compound is: directly around this element (`parent`), or anywhere around
   * it (`ancestor`). Null for the last compound.
   */
  readonly within: 'parent' | 'ancestor' | null
}

/** A CSS selector, listed from the selected element outwards: `main > a` has the compound of `a` first. */
export type Selector = readonly Compound[]

/**
 * Parses a selector of tags, `*`, classes, ids, attributes (`[a]`, `=`, `^=`, `$=`, `*=`), `:nth-child(n)`
 * and `:nth-of-type(n)`, joined by blanks and `>`.
 * @throws RequestError that names the selector, for anything else and for a selector that is too long.
 */
export function parseSelector(selector: string, path: Path): Selector {
  const text = selector.trim()
  if (text.length > LIMITS.selectorLength)
    throw invalid('max_length', `A selector has at most ${LIMITS.selectorLength} characters.`, attrOf(path))
  const compounds: Compound[] = []
  let at = 0
  let within: Compound['within'] = null
  do {
    const { tests, end } = compoundAt(text, at, path)
    compounds.unshift({ tests, within })
    const combinator = combinatorAt(text, end)
    within = combinator === '' ? null : combinator.includes('>') ? 'parent' : 'ancestor'
    at = end + combinator.length
  } while (within !== null)
  if (at < text.length) throw unsupported(text, at, path)
  const count = compounds.reduce((sum, { tests }) => sum + Math.max(1, tests.length), 0)
  if (count > LIMITS.selectorTests)
    throw invalid(
      'max_length',
      `A selector has at most ${LIMITS.selectorTests} conditions; "${shortened(text)}" has ${count}.`,
      attrOf(path),
    )
  return compounds
}

const COMBINATOR = /\s*>\s*|\s+/y

/** Returns the combinator at a position; empty if there is none. */
function combinatorAt(text: string, at: number): string {
  COMBINATOR.lastIndex = at
  return COMBINATOR.exec(text)?.[0] ?? ''
}

// A class name may begin with a digit. Class names of pages do, and clients do not escape them.
const NAME = String.raw`(?:[-\w\u{80}-\u{10ffff}]|\\[0-9a-fA-F]{1,6}\s?|\\[^\n0-9a-fA-F])+`
const QUOTED = String.raw`"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'`

interface TestSyntax {
  readonly pattern: RegExp
  /** Returns null for a test that every element passes. */
  testOf(groups: readonly string[]): ElementTest | null
}
const SYNTAX: readonly TestSyntax[] = [
  { pattern: /(\*)/uy, testOf: () => null },
  { pattern: new RegExp(`(${NAME})`, 'uy'), testOf: ([name = '']) => ({ on: 'tag', name: unescaped(name) }) },
]
const FURTHER_SYNTAX: readonly TestSyntax[] = [
  {
    pattern: new RegExp(String.raw`\.(${NAME})`, 'uy'),
    testOf: ([name = '']) => ({ on: 'class', name: unescaped(name) }),
  },
  {
    pattern: new RegExp(`#(${NAME})`, 'uy'),
    testOf: ([name = '']) => ({ on: 'attribute', name: 'id', match: 'equals', value: unescaped(name) }),
  },
  {
    pattern: new RegExp(String.raw`\[\s*(${NAME})\s*(?:([\^$*]?=)\s*(${QUOTED}|${NAME})\s*)?\]`, 'uy'),
    testOf: ([name = '', operator = '', value = '']) => ({
      on: 'attribute',
      name: unescaped(name),
      match: MATCHES[operator] ?? 'present',
      value: unescaped(/^["']/.test(value) ? value.slice(1, -1) : value),
    }),
  },
  {
    pattern: /:(nth-child|nth-of-type)\(\s*([1-9]\d{0,5})\s*\)/uy,
    testOf: ([on, position]) => ({
      on: on === 'nth-child' ? 'nth-child' : 'nth-of-type',
      position: Number(position),
    }),
  },
]
const MATCHES: Readonly<Record<string, AttributeMatch>> = {
  '=': 'equals',
  '^=': 'begins',
  '$=': 'ends',
  '*=': 'contains',
}

function compoundAt(text: string, start: number, path: Path): { tests: ElementTest[]; end: number } {
  const tests: ElementTest[] = []
  let at = start
  for (let found = firstOf(SYNTAX, text, at) ?? firstOf(FURTHER_SYNTAX, text, at); found !== null; ) {
    if (found.test !== null) tests.push(found.test)
    at = found.end
    found = firstOf(FURTHER_SYNTAX, text, at)
  }
  if (at === start) throw unsupported(text, start, path)
  return { tests, end: at }
}

function firstOf(syntax: readonly TestSyntax[], text: string, at: number) {
  for (const { pattern, testOf } of syntax) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null) return { test: testOf(match.slice(1)), end: pattern.lastIndex }
  }
  return null
}

const unescaped = (text: string) =>
  text.replace(/\\(?:([0-9a-fA-F]{1,6})\s?|([\s\S]))/gu, (_, hex?: string, character?: string) =>
    hex === undefined ? (character ?? '') : characterOf(Number.parseInt(hex, 16)),
  )

const characterOf = (code: number) =>
  code === 0 || code > 0x10ffff ? '\u{fffd}' : String.fromCodePoint(code).toWellFormed()

function unsupported(text: string, at: number, path: Path): Error {
  const rest = text.slice(at)
  const place = rest === '' ? 'ends too early' : `is not supported from "${shortened(rest)}" on`
  return invalid(
    'invalid_input',
    `The selector "${shortened(text)}" ${place}: use tags, *, .classes, #ids, [attributes], :nth-child(2), :nth-of-type(2), blanks and >.`,
    attrOf(path),
  )
}

const MAX_SHOWN = 100
const shortened = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
