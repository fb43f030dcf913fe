import { quoted } from '#contract/nearest-name.ts'
import { placeIn } from '#hogql/refuse.ts'
import { LIMITS } from '#query/limits.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { invalid, type RequestError } from '#shared/request-error.ts'
import type { Operator } from './formula.ts'

/** A token of a formula. `at` is its offset in UTF-16 code units, `text` what is written there. */
export type Token = { readonly at: number; readonly text: string } & (
  | { readonly kind: Operator | '(' | ')' | 'end' }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'series'; readonly series: number }
)

export interface FormulaReader {
  peek(): Token
  /** Returns the token of {@link peek}, and moves on to the next one. */
  next(): Token
  /** Makes the error for a problem at an offset of the formula. `remedy` says what to do about it. */
  refuse(at: number, problem: string, remedy: string, code?: Refusal): RequestError
  /** Makes the error for an unexpected token. `expected` is a clause: `where a number is expected`. */
  unexpected(token: Token, expected: string): RequestError
}
type Refusal = 'invalid_input' | 'max_length'

const TOKEN = /\s*(?:(?<number>\d+(?:\.\d*)?|\.\d+)|(?<letter>[A-Za-z])|(?<symbol>[-+*/^()]))/uy
const BLANKS = /\s*/uy

/**
 * Makes a reader that reads a formula token by token. `peek` and `next` throw a RequestError at a character
 * that no formula can have.
 * @throws RequestError for a text that is too long.
 */
export function createFormulaReader(text: string, seriesCount: number, path: Path): FormulaReader {
  const refuse = (at: number, problem: string, remedy: string, code: Refusal = 'invalid_input') =>
    invalid(code, `The formula ${problem}, at ${placeIn(text, at)}: ${remedy}.`, attrOf(path))
  if (text.length > LIMITS.formulaLength)
    throw invalid(
      'max_length',
      `The formula has ${text.length} characters: use at most ${LIMITS.formulaLength}.`,
      attrOf(path),
    )

  const series = (letter: string, at: number): number => {
    const index = letter.toUpperCase().charCodeAt(0) - FIRST_LETTER
    if (index < seriesCount) return index
    throw refuse(
      at,
      `has the letter "${letter}" for series ${index + 1}`,
      `the question has ${seriesCount} series, so use ${lettersOf(seriesCount)}`,
    )
  }

  const tokenAt = (offset: number): { token: Token; end: number } => {
    TOKEN.lastIndex = offset
    const { number, letter, symbol } = TOKEN.exec(text)?.groups ?? {}
    const written = number ?? letter ?? symbol ?? ''
    const at = endOfBlanks(text, offset)
    const end = at + written.length
    if (number !== undefined)
      return { token: { kind: 'number', number: finite(number, at), at, text: written }, end }
    if (letter !== undefined)
      return { token: { kind: 'series', series: series(letter, at), at, text: written }, end }
    if (symbol !== undefined)
      return { token: { kind: symbol as Operator | '(' | ')', at, text: written }, end }
    if (at === text.length) return { token: { kind: 'end', at, text: '' }, end: at }
    throw refuse(
      at,
      `has the character ${quoted(String.fromCodePoint(text.codePointAt(at) ?? 0))}`,
      `use ${lettersOf(seriesCount)}, numbers such as 1.5, + - * / ^ and parentheses`,
    )
  }

  const finite = (number: string, at: number): number => {
    if (Number.isFinite(Number(number))) return Number(number)
    throw refuse(at, 'has a number that is too large', `use at most ${Number.MAX_VALUE}`)
  }

  let current: { token: Token; end: number } | null = null
  let offset = 0
  const peek = () => {
    current ??= tokenAt(offset)
    return current.token
  }
  return {
    peek,
    next: () => {
      const token = peek()
      offset = current?.end ?? offset
      current = null
      return token
    },
    refuse,
    unexpected: ({ kind, at, text: written }, expected) =>
      invalid(
        'invalid_input',
        `The formula ${kind === 'end' ? 'ends' : `has ${quoted(written)}`} at ${placeIn(text, at)}${expected}.`,
        attrOf(path),
      ),
  }
}

const FIRST_LETTER = 'A'.charCodeAt(0)

/** Names the letters of this many series: `the letters A to C`. */
function lettersOf(seriesCount: number): string {
  const last = String.fromCharCode(FIRST_LETTER + Math.max(seriesCount, 1) - 1)
  return last === 'A' ? 'the letter A' : `the letters A to ${last}`
}

function endOfBlanks(text: string, offset: number): number {
  BLANKS.lastIndex = offset
  BLANKS.test(text)
  return BLANKS.lastIndex
}
