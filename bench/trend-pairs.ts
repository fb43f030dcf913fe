import type { Executors } from '../src/insights/kind.ts'
import { trends } from '../src/insights/trends/trends.ts'
import { bound, type Fragment, sql } from '../src/sql/fragment.ts'
import { resolvedQuestion, trendQuestion } from '../test/fixtures/questions.ts'
import { measurePairs, openStore } from './alternatives.ts'
import { calendarAt, type Pair } from './pairs.ts'

/** Each form of a trend, against one plain statement for the same numbers. */
export async function measureTrends(folder: string, nowMs: number): Promise<object[]> {
  const engine = await openStore(folder)
  const lines = await measurePairs(engine, trendPairs(nowMs))
  await engine.close()
  return lines
}

const view = { id: '$pageview' }

/** All queries of a trend, one after the other. */
function runTrend(nowMs: number, parameters: object): (executors: Executors) => Promise<void> {
  const query = trendQuestion({ date_from: '-30d', ...parameters })
  const plan = trends.plan(resolvedQuestion(trends, query, calendarAt(nowMs)))
  return async (executors) => {
    const results: Record<string, unknown> = {}
    for (const [name, one] of Object.entries(trends.queries(plan)))
      results[name] = await one.run(executors, { name: 'bench', projectId: 1 }, results)
  }
}

function trendPairs(nowMs: number): Pair[] {
  const query = trendQuestion({ events: [view], date_from: '-30d' })
  const { period } = trends.plan(resolvedQuestion(trends, query, calendarAt(nowMs)))
  const views = (fromMs: number) => sql`FROM events
WHERE project_id = 1
  AND event = '$pageview'
  AND ts >= fromUnixTimestamp64Milli(${bound('Int64', fromMs)})
  AND ts < fromUnixTimestamp64Milli(${bound('Int64', period.toMs)})`
  const inRange = views(period.fromMs)
  const ours = (parameters: object, series: object = {}) =>
    runTrend(nowMs, { events: [{ ...view, ...series }], ...parameters })
  return [
    {
      measure: 'trend of persons by day, against uniqExact',
      ours: ours({}, { math: 'dau' }),
      theirs: sql`SELECT toStartOfDay(ts) AS bucket, uniqExact(person) ${inRange} GROUP BY bucket`,
    },
    {
      measure: 'weekly active persons by day, against each event in seven days',
      ours: ours({}, { math: 'weekly_active' }),
      theirs: sql`SELECT bucket, uniqExact(person)
FROM (
  SELECT person, arrayJoin(arrayMap(i -> toDate(ts) + i, range(7))) AS bucket
  ${views(period.fromMs - 6 * 86_400_000)}
)
GROUP BY bucket`,
    },
    {
      measure: 'average of a property by day, against JSONExtract of the text',
      ours: ours({}, { math: 'avg', math_property: 'amount' }),
      theirs: sql`SELECT toStartOfDay(ts) AS bucket, avg(JSONExtractFloat(properties_raw, 'amount')) ${inRange} GROUP BY bucket`,
    },
    {
      measure: 'breakdown by browser, against groups of values cut to 25',
      ours: ours({ breakdown: '$browser' }),
      theirs: byValue(sql`properties.\`$browser\``, inRange),
    },
    {
      measure: 'breakdown by address, against groups of values cut to 25',
      ours: ours({ breakdown: '$current_url' }),
      theirs: byValue(sql`properties.\`$current_url\``, inRange),
    },
    {
      measure: 'running number of persons, against first days',
      ours: ours({ display: 'ActionsLineGraphCumulative' }, { math: 'dau' }),
      theirs: sql`SELECT bucket, sum(persons) OVER (ORDER BY bucket)
FROM (
  SELECT bucket, count() AS persons
  FROM (
    SELECT person, min(toStartOfDay(ts)) AS bucket
    ${inRange}
    GROUP BY person
  )
  GROUP BY bucket
)`,
    },
  ]
}

/** The values with the most events, without the row of all others. */
const byValue = (
  value: Fragment,
  from: Fragment,
): Fragment => sql`SELECT value, groupArray((bucket, events)), sum(events) AS total
FROM (
  SELECT ${value} AS value, toStartOfDay(ts) AS bucket, count() AS events
  ${from}
  GROUP BY value, bucket
)
GROUP BY value
ORDER BY total DESC
LIMIT 25`
