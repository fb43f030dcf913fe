import { type HogqlSource, refuseAt } from '#hogql/refuse.ts'
import { unquoted } from './unquoted.ts'

export type Token = { readonly at: number; readonly end: number } & (
  | { readonly kind: 'name'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'symbol'; readonly text: string }
  | { readonly kind: 'end' }
)

const BLANK = /(?:[ \t\r\n\f\v\u00a0\ufeff]|--[^\n]*|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/)*/y
const NAME = /[A-Za-z_$][A-Za-z0-9_$]*/y
const NUMBER = /(?:0[xX][0-9a-fA-F]+|0[bB][01]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y
const QUOTED = /(['"`])(?:\\[\s\S]|\1\1|(?!\1)[^\\])*\1/y
const SYMBOL = /(?:\?\.(?!\d)|=~\*|!~\*|=~|!~|==|!=|<>|<=|>=|->|::|\?\?|\|\||[=<>+\-*/%()[\]{},.?:])/y

/**
 * Returns the tokens of an expression. The last token marks the end of the text. The time is linear in the
 * length of the text.
 * @throws RequestError
 */
export function tokensOf(source: HogqlSource): Token[] {
  const tokens: Token[] = []
  let at = endOf(BLANK, source.text, 0)
  while (at < source.text.length) {
    const token = tokenAt(source, at, tokens.at(-1))
    tokens.push(token)
    at = endOf(BLANK, source.text, token.end)
  }
  return [...tokens, { kind: 'end', at: source.text.length, end: source.text.length }]
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function tokenAt(source: HogqlSource, at: number, before: Token | undefined): Token {
  const { text } = source
  const end = (pattern: RegExp) => endOf(pattern, text, at)
  const first = text[at] ?? ''
  if (/['"`]/.test(first)) return quotedAt(source, at, end(QUOTED))
  if (end(NAME) > at) return nameAt(source, at, end(NAME))
  // In `person.1` the dot belongs to a chain of names.
  const isAfterDot = before?.kind === 'symbol' && before.text === '.'
  if (!isAfterDot && end(NUMBER) > at && !(first === '.' && isOperandAt(before, at)))
    return numberAt(source, at, end(NUMBER))
  if (end(SYMBOL) > at) return { kind: 'symbol', text: text.slice(at, end(SYMBOL)), at, end: end(SYMBOL) }
  throw refuseAt(source, at, `has an unexpected character ${shown(text, at)}`)
}

/**
 * Whether a token that ends at `at` can have a part after a dot. `a.5` contains no number, but `and .5`
 * contains one.
 */
const isOperandAt = (token: Token | undefined, at: number) =>
  token !== undefined && token.end === at && (token.kind !== 'symbol' || /[)\]]/.test(token.text))

function nameAt(source: HogqlSource, at: number, end: number): Token {
  const name = source.text.slice(at, end)
  if (source.text[end] === "'" && /^f$/i.test(name))
    throw refuseAt(source, at, "has a template string: use concat('a', b)", 'not_supported')
  return { kind: 'name', text: name, isQuoted: false, at, end }
}

function quotedAt(source: HogqlSource, at: number, end: number): Token {
  if (end === at) throw refuseAt(source, at, `has a ${source.text[at]} that is not closed`)
  const quote = source.text[at]
  const text = unquoted(source, at, end)
  return quote === "'" ? { kind: 'text', text, at, end } : { kind: 'name', text, isQuoted: true, at, end }
}

function numberAt(source: HogqlSource, at: number, end: number): Token {
  const digits = source.text.slice(at, end)
  if (endOf(/[A-Za-z0-9_$]/y, source.text, end) > end)
    throw refuseAt(source, at, 'has a number with a letter directly after it')
  const value = Number(digits)
  if (!Number.isFinite(value)) throw refuseAt(source, at, 'has a number that is too large')
  if (/^(?:\d+|0[xXbB].*)$/.test(digits) && !Number.isSafeInteger(value))
    throw refuseAt(source, at, 'has a whole number beyond 2^53, which loses digits: compare it as text')
  return { kind: 'number', value, at, end }
}

function shown(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0
  const hex = code.toString(16).toUpperCase().padStart(4, '0')
  return code > 0x20 && code < 0x7f ? `'${String.fromCodePoint(code)}'` : `U+${hex}`
}
