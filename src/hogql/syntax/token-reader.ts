import { HOGQL_LIMITS } from '#hogql/limits.ts'
import { type HogqlSource, refuseAt } from '#hogql/refuse.ts'
import type { QuerySyntax, WindowSyntax } from './select-syntax.ts'
import { type Token, tokensOf } from './token.ts'

/** Parses the parts of expressions that can occur only in statements. */
export interface StatementParts {
  /** Parses a query in brackets. The reader is at its first word. */
  query(reader: TokenReader): QuerySyntax
  /** Parses the window that follows OVER. */
  window(reader: TokenReader): WindowSyntax
}

/** Reads the tokens of an expression from first to last. */
export interface TokenReader {
  readonly source: HogqlSource
  /** Parses parts of statements; null for an expression by itself. */
  readonly statement: StatementParts | null
  peek(ahead?: number): Token
  next(): Token
  /** Returns the offset after the last token that was taken. */
  end(): number
  /** Whether the next token is this symbol or keyword. */
  is(text: string): boolean
  /** Takes the next tokens if they are these texts. Returns whether it did. */
  take(...texts: string[]): boolean
  expect(text: string): Token
  /**
   * Runs `parse` one level deeper.
   * @throws RequestError beyond the limit of depth.
   */
  deeper<T>(parse: () => T): T
  unexpected(token: Token): Error
}

export function createTokenReader(source: HogqlSource, statement: StatementParts | null = null): TokenReader {
  const tokens = tokensOf(source)
  const end = tokens.at(-1) as Token
  let place = 0
  let depth = 0
  const peek = (ahead = 0) => tokens[place + ahead] ?? end
  const isAt = (ahead: number, text: string) => isWritten(peek(ahead), text)
  const reader: TokenReader = {
    source,
    statement,
    peek,
    next() {
      const token = peek()
      place++
      return token
    },
    is: (text) => isAt(0, text),
    end: () => tokens[place - 1]?.end ?? 0,
    take(...texts) {
      if (!texts.every((text, i) => isAt(i, text))) return false
      place += texts.length
      return true
    },
    expect(text) {
      if (!reader.is(text)) throw refuseAt(source, peek().at, `${named(peek())}, but ${text} is expected`)
      return reader.next()
    },
    deeper(parse) {
      if (depth >= HOGQL_LIMITS.depth)
        throw refuseAt(source, peek().at, `nests deeper than ${HOGQL_LIMITS.depth} levels`, 'max_length')
      depth++
      const parsed = parse()
      depth--
      return parsed
    },
    unexpected: (token) =>
      refuseAt(source, token.at, `${named(token)}, but a value, field or function is expected`),
  }
  return reader
}

/** Whether a token is a symbol or keyword. Keywords have no quotes, and may be in any case. */
const isWritten = (token: Token, text: string) =>
  (token.kind === 'symbol' && token.text === text) ||
  (token.kind === 'name' && !token.isQuoted && token.text.toLowerCase() === text)

function named(token: Token): string {
  if (token.kind === 'end') return 'ends'
  if (token.kind === 'number') return `has the number ${token.value}`
  if (token.kind === 'text') return 'has a text'
  return `has '${token.text.slice(0, 40)}'`
}
