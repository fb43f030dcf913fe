import { type Fragment, sql } from '../src/fragments/fragment.ts'
import { AMOUNT, type AskedTrends } from './asked-trends.ts'
import type { Pair } from './pairs.ts'

/**
 * Compares trends that have a breakdown with a plain statement. The plain statement returns only the values
 * with the largest results; it has no row for all other values.
 */
export function breakdownPairs({ ofViews, views }: AskedTrends): Pair[] {
  const browser = sql`properties.\`$browser\``
  const address = sql`properties.\`$current_url\``
  return [
    {
      measure: 'breakdown by browser',
      ours: ofViews({ breakdown: '$browser' }),
      theirs: largest(browser, sql`count()`, views()),
    },
    {
      measure: 'breakdown by address',
      ours: ofViews({ breakdown: '$current_url' }),
      theirs: largest(address, sql`count()`, views()),
    },
    {
      measure: 'breakdown by an id of each event',
      ours: ofViews({ breakdown: '$insert_id' }),
      theirs: largest(sql`CAST(properties.\`$insert_id\`, 'Nullable(String)')`, sql`count()`, views()),
    },
    {
      measure: 'sum of a property by address',
      ours: ofViews({ breakdown: '$current_url' }, { math: 'sum', math_property: 'amount' }),
      theirs: largest(address, sql`sum(${AMOUNT})`, views()),
    },
    {
      measure: 'persons by browser',
      ours: ofViews({ breakdown: '$browser' }, { math: 'dau' }),
      theirs: largest(browser, sql`uniqExact(person)`, views()),
    },
    {
      measure: 'persons by address',
      ours: ofViews({ breakdown: '$current_url' }, { math: 'dau' }),
      theirs: largest(address, sql`uniqExact(person)`, views()),
    },
    {
      measure: 'persons by their plan',
      ours: ofViews({ breakdown: 'plan', breakdown_type: 'person' }, { math: 'dau' }),
      theirs: sql`SELECT plan, day, uniqExact(person)
FROM events
ANY LEFT JOIN (
  SELECT person AS planned, CAST(properties.plan, 'Nullable(String)') AS plan
  FROM persons FINAL
  WHERE project_id = 1
) AS plans ON planned = person
WHERE ${views()}
GROUP BY plan, day`,
    },
  ]
}

const largest = (
  value: Fragment,
  number: Fragment,
  views: Fragment,
): Fragment => sql`SELECT value, groupArray((day, number)), sum(number) AS total
FROM (
  SELECT ${value} AS value, day, ${number} AS number
  FROM events
  WHERE ${views}
  GROUP BY value, day
)
GROUP BY value
ORDER BY total DESC
LIMIT 25`
