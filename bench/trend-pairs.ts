import { sql } from '../src/fragments/fragment.ts'
import { AMOUNT, type AskedTrends } from './asked-trends.ts'
import type { Pair } from './pairs.ts'

/** Compares each math of a trend with one plain statement for the same numbers. */
export const trendPairs = ({ of, ofViews, views, inRange }: AskedTrends): Pair[] => [
  {
    measure: 'total by day',
    ours: ofViews({}),
    theirs: sql`SELECT day, count() FROM events WHERE ${views()} GROUP BY day`,
  },
  {
    measure: 'persons by day',
    ours: ofViews({}, { math: 'dau' }),
    theirs: sql`SELECT day, uniqExact(person) FROM events WHERE ${views()} GROUP BY day`,
  },
  {
    measure: 'weekly active persons by day, against bitmaps of days',
    ours: ofViews({}, { math: 'weekly_active' }),
    theirs: sql`SELECT bucket, groupBitmapMerge(persons)
FROM (
  SELECT day, groupBitmapState(person) AS persons
  FROM events
  WHERE ${views(6)}
  GROUP BY day
)
ARRAY JOIN arrayMap(i -> day + i, range(7)) AS bucket
GROUP BY bucket`,
  },
  {
    measure: 'sum of a property by day',
    ours: ofViews({}, { math: 'sum', math_property: 'amount' }),
    theirs: sql`SELECT day, sum(${AMOUNT}) FROM events WHERE ${views()} GROUP BY day`,
  },
  {
    measure: 'average of a property by day',
    ours: ofViews({}, { math: 'avg', math_property: 'amount' }),
    theirs: sql`SELECT day, avg(${AMOUNT}) FROM events WHERE ${views()} GROUP BY day`,
  },
  {
    measure: 'p90 of a property by day, against an exact one',
    ours: ofViews({}, { math: 'p90', math_property: 'amount' }),
    theirs: sql`SELECT day, quantileExactInclusive(0.9)(${AMOUNT}) FROM events WHERE ${views()} GROUP BY day`,
  },
  {
    measure: 'sessions by day',
    ours: ofViews({}, { math: 'unique_session' }),
    theirs: sql`SELECT day, uniqExact(properties.\`$session_id\`) FROM events WHERE ${views()} GROUP BY day`,
  },
  {
    measure: 'average number of events of a person by day',
    ours: ofViews({}, { math: 'avg_count_per_actor' }),
    theirs: sql`SELECT day, avg(events)
FROM (
  SELECT day, count() AS events
  FROM events
  WHERE ${views()}
  GROUP BY day, person
)
GROUP BY day`,
  },
  {
    measure: 'persons so far by day, against first days',
    ours: ofViews({ display: 'ActionsLineGraphCumulative' }, { math: 'dau' }),
    theirs: sql`SELECT bucket, sum(persons) OVER (ORDER BY bucket)
FROM (
  SELECT bucket, count() AS persons
  FROM (
    SELECT person, min(day) AS bucket
    FROM events
    WHERE ${views()}
    GROUP BY person
  )
  GROUP BY bucket
)`,
  },
  {
    measure: 'first time for a user by day, against first times of all users',
    ours: ofViews({}, { math: 'first_time_for_user' }),
    theirs: sql`SELECT toDate(earliest) AS bucket, count()
FROM (
  SELECT person, min(ts) AS earliest
  FROM events
  WHERE project_id = 1
    AND event = '$pageview'
  GROUP BY person
)
GROUP BY bucket`,
  },
  {
    measure: 'formula B / A by day, against one reading of both events',
    ours: of({ events: [{ id: '$pageview' }, { id: 'purchased', order: 1 }], formula: 'B / A' }),
    theirs: sql`SELECT day, countIf(event = 'purchased') / countIf(event = '$pageview')
FROM events
WHERE ${inRange()}
  AND event IN ('$pageview', 'purchased')
GROUP BY day`,
  },
]
