import type { RetentionQuery } from '../src/insights/kinds/retention/query.ts'
import { retention } from '../src/insights/kinds/retention/retention.ts'
import { bound, type Fragment, sql } from '../src/sql/fragment.ts'
import { flatQuestion, resolvedQuestion } from '../test/fixtures/questions.ts'
import { measurePairs } from './alternatives.ts'
import { openStore } from './measured-store.ts'
import { calendarAt, type Pair } from './pairs.ts'

/** Compares each form of a retention with one plain statement for the same numbers. */
export async function measureRetention(folder: string, nowMs: number): Promise<object[]> {
  const engine = await openStore(folder)
  const lines = await measurePairs(engine, retentionPairs(nowMs))
  await engine.close()
  return lines
}

function planAt(nowMs: number, parameters: object) {
  const body = { returning_entity: { id: 'product viewed' }, total_intervals: 31, ...parameters }
  const query = flatQuestion(retention, body).query as RetentionQuery
  return retention.plan(resolvedQuestion(retention, query, calendarAt(nowMs)))
}

function retentionPairs(nowMs: number): Pair[] {
  const ours = (parameters: object) => retention.queries(planAt(nowMs, parameters)).values.sql
  const { fromMs, toMs } = planAt(nowMs, {}).period
  const until = sql`project_id = 1
  AND event IN ('$pageview', 'product viewed')
  AND ts < fromUnixTimestamp64Milli(${bound('Int64', toMs)})`
  const since = sql`ts >= fromUnixTimestamp64Milli(${bound('Int64', fromMs)})`
  const targets = sql`groupUniqArrayIf(toUInt32(toStartOfDay(ts)), event = '$pageview')`
  const first = sql`[minIf(toUInt32(toStartOfDay(ts)), event = '$pageview')]`
  return [
    {
      measure: 'retention by bits of days, against lists of days',
      ours: ours({}),
      theirs: ofLists(targets, sql`${until} AND ${since}`),
    },
    {
      measure: 'retention of the first time by bits of days, against lists of days',
      ours: ours({ retention_type: 'retention_first_time' }),
      theirs: ofLists(first, until),
    },
    {
      measure: 'retention by bits of days, against a join of the days of each person',
      ours: ours({}),
      theirs: joined(sql`${until} AND ${since}`),
    },
    {
      measure: 'retention of 65 days, which bits have no room for, against lists of days',
      ours: ours({ total_intervals: 65 }),
      theirs: ofLists(targets, until),
    },
    {
      measure: 'retention of two events a day, against one',
      ours: ours({ minimum_occurrences: 2 }),
      theirs: ours({}),
    },
  ]
}

const ofLists = (
  targets: Fragment,
  condition: Fragment,
): Fragment => sql`SELECT cohort, value, count() AS persons
FROM (
  SELECT
    arrayJoin(targets) AS cohort,
    arrayJoin(arrayConcat([0], arrayFilter(day -> day > 0, arrayMap(day -> (day - cohort) / 86400, returns)))) AS value
  FROM (
    SELECT
      person,
      ${targets} AS targets,
      groupUniqArrayIf(toInt64(toUInt32(toStartOfDay(ts))), event = 'product viewed') AS returns
    FROM events
    WHERE ${condition}
    GROUP BY person
  )
)
GROUP BY cohort, value`

const joined = (condition: Fragment): Fragment => sql`SELECT cohort, day, count() AS persons
FROM (
  SELECT DISTINCT person, toStartOfDay(ts) AS cohort FROM events WHERE ${condition} AND event = '$pageview'
) AS targets
INNER JOIN (
  SELECT DISTINCT person, toStartOfDay(ts) AS day FROM events WHERE ${condition} AND event = 'product viewed'
) AS returns ON returns.person = targets.person
WHERE day > cohort
GROUP BY cohort, day`
