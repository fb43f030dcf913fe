import { expect, test } from 'vitest'
import { goldenOf } from '../../test/fixtures/golden-statement.ts'
import { keysQuery } from './compare-rows.ts'
import { rowsQuery } from './copy-part.ts'
import { digestsQuery } from './day-digests.ts'
import { ROW_TABLES } from './row-table.ts'

const DAYS = [
  { projectId: 1, day: '2026-11-20' },
  { projectId: 1, day: '2026-11-21' },
  { projectId: 2, day: '2026-11-20' },
]

test.each(ROW_TABLES)('the statements of $name', async (table) => {
  const statements = {
    digests: digestsQuery(table, `frozen_${table.name}`),
    keys: keysQuery(table, table.name, { month: 202611, days: DAYS, slice: { index: 2, count: 5 } }),
    rows: rowsQuery(table, table.name, { month: 202611, days: DAYS, slice: null }),
  }
  for (const [name, query] of Object.entries(statements))
    await expect(goldenOf(query)).toMatchFileSnapshot(`__golden__/${table.name}-${name}.sql`)
})
