import { refuseAt } from '#hogql/refuse.ts'
import { parseOrderBy } from './parse-lists.ts'
import { parseExpression } from './parse-syntax.ts'
import type { FrameSyntax, WindowSyntax } from './select-syntax.ts'
import type { Syntax } from './syntax.ts'
import type { TokenReader } from './token-reader.ts'

/**
 * Parses the window after OVER, in brackets.
 * @throws RequestError
 */
export function parseWindow(reader: TokenReader): WindowSyntax {
  if (!reader.take('('))
    throw refuseAt(reader.source, reader.peek().at, 'has an OVER without brackets', 'not_supported')
  const partitionBy: Syntax[] = []
  if (reader.take('partition', 'by')) {
    do partitionBy.push(parseExpression(reader))
    while (reader.take(','))
  }
  const orderBy = reader.take('order', 'by') ? parseOrderBy(reader) : []
  const frame = reader.take('rows') ? parseFrame(reader) : null
  if (reader.is('range') || reader.is('groups')) {
    const problem = 'has a frame of RANGE or GROUPS: use ROWS'
    throw refuseAt(reader.source, reader.peek().at, problem, 'not_supported')
  }
  reader.expect(')')
  return { partitionBy, orderBy, frame }
}

/** Parses `ROWS 6 PRECEDING` or `ROWS BETWEEN 6 PRECEDING AND CURRENT ROW`. */
function parseFrame(reader: TokenReader): FrameSyntax {
  const { at } = reader.peek()
  if (!reader.take('between')) return { from: parseBound(reader), to: 0 }
  const from = parseBound(reader)
  reader.expect('and')
  const to = parseBound(reader)
  if (from !== null && to !== null && from > to)
    throw refuseAt(reader.source, at, 'has a frame that ends before it begins')
  return { from, to }
}

const MOST_ROWS = 100_000

function parseBound(reader: TokenReader): number | null {
  if (reader.take('current', 'row')) return 0
  if (reader.take('unbounded', 'preceding') || reader.take('unbounded', 'following')) return null
  const token = reader.next()
  if (token.kind !== 'number' || !Number.isSafeInteger(token.value) || token.value > MOST_ROWS)
    throw refuseAt(reader.source, token.at, `needs a whole number of rows up to ${MOST_ROWS}`)
  if (reader.take('following')) return token.value
  reader.expect('preceding')
  return -token.value
}
