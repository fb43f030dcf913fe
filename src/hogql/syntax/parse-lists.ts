import { refuseAt } from '#hogql/refuse.ts'
import { parseExpression } from './parse-syntax.ts'
import type { OrderSyntax } from './select-syntax.ts'
import type { TokenReader } from './token-reader.ts'

/** Parses items with commas between them. A comma may also follow the last item. */
export function parseList<T>(reader: TokenReader, parse: (reader: TokenReader) => T): T[] {
  const items = [parse(reader)]
  while (reader.take(',')) {
    if (reader.is('from')) break
    items.push(parse(reader))
  }
  return items
}

/** Parses the keys after ORDER BY. */
export const parseOrderBy = (reader: TokenReader): OrderSyntax[] =>
  parseList(reader, () => {
    const value = parseExpression(reader)
    const isDescending = reader.take('desc') || reader.take('descending')
    if (!isDescending && !reader.take('asc')) reader.take('ascending')
    const nulls = reader.take('nulls', 'first') ? 'first' : reader.take('nulls', 'last') ? 'last' : null
    if (reader.is('with'))
      throw refuseAt(reader.source, reader.peek().at, 'has an ORDER BY with FILL', 'not_supported')
    return { value, isDescending, nulls }
  })
