import { expect, test } from 'vitest'
import type { RowValues } from '#query/breakdown.ts'
import { type Fragment, join, sql } from '#sql/fragment.ts'
import { goldenOf } from '../../../test/fixtures/golden-statement.ts'
import { rowPlaces } from './row-places.ts'

const OF_AN_EVENT = sql`FROM (
  SELECT
    'Chrome' AS browser,
    'Mac' AS system
)`

test.each<[string, Fragment[], RowValues[], RowValues[]?]>([
  ['places-of-browsers', [sql`browser`], [['Firefox'], ['Chrome']]],
  ['places-of-browsers-behind-others', [sql`browser`], [['Firefox']], [['Safari'], ['Chrome']]],
  [
    'places-of-browsers-and-systems',
    [sql`browser`, sql`system`],
    [
      ['Chrome', 'Windows'],
      ['Chrome', 'Mac'],
      ['', 'Mac'],
    ],
  ],
])('%s', async (name, values, largest, earlier) => {
  const { place, valuesAt } = rowPlaces(values, largest, earlier)
  const columns = join(
    [sql`${place} AS place`, sql`[${join(valuesAt(sql`place`), sql`, `)}] AS values`],
    sql`,\n`,
  )
  const statement = sql`SELECT
  ${columns}
${OF_AN_EVENT}`
  await expect(goldenOf(statement)).toMatchFileSnapshot(`./__golden__/${name}.sql`)
})
