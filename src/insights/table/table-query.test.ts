import { expect, test } from 'vitest'
import { parseStatement } from '../../hogql/select/parse-statement.ts'
import { limited } from './table-query.ts'

/**
 * The statement asks for one row more than its limit. If this row is found, the answer says that there are
 * more rows.
 */
test.each<[text: string, asked: number, limit: number, offset: number]>([
  ['select 1', 101, 100, 0],
  ['select 1 limit 0', 1, 0, 0],
  ['select 1 limit 5 offset 3', 6, 5, 3],
  ['select 1 offset 7', 101, 100, 7],
  ['select 1 limit 999', 501, 500, 0],
  ['select 1 limit 9007199254740991', 501, 500, 0],
  ['select 1 from events limit 2 by event', 101, 100, 0],
  // A member of the union keeps the limit that it sets itself.
  ['select 1 limit 5 union all select 2 limit 3', 101, 100, 0],
])('%s', (text, asked, limit, offset) => {
  const { query } = parseStatement(text, ['query'])
  const found = limited(query, { standard: 100, most: 500 })
  expect(found.statement.selects.map((select) => select.limit)).toEqual([asked])
  expect({ limit: found.limit, offset: found.offset }).toEqual({ limit, offset })
  expect(found.statement.columns).toEqual(query.columns)
})

test.each(['select 1', 'select 1 limit 100000 offset 3', 'select 1 limit 5 union all select 2'])(
  '%s is whole in a file',
  (text) => {
    const { query } = parseStatement(text, ['query'])
    expect(limited(query, null).statement).toEqual(query)
  },
)
