import { bound, type Fragment, sql, text } from '../src/fragments/fragment.ts'
import type { Executors } from '../src/insights/kind/engine-query.ts'
import type { Facts } from '../src/insights/kind/resolve.ts'
import { funnels } from '../src/insights/kinds/funnels/funnels.ts'
import { lifecycle } from '../src/insights/kinds/lifecycle/lifecycle.ts'
import type { LifecycleQuery } from '../src/insights/kinds/lifecycle/query.ts'
import { paths } from '../src/insights/kinds/paths/paths.ts'
import type { PathsQuery } from '../src/insights/kinds/paths/query.ts'
import type { StickinessQuery } from '../src/insights/kinds/stickiness/query.ts'
import { stickiness } from '../src/insights/kinds/stickiness/stickiness.ts'
import { trends } from '../src/insights/kinds/trends/trends.ts'
import { flatQuestion, funnelQuestion, resolvedQuestion, trendQuestion } from '../test/fixtures/questions.ts'
import { plainPaths } from './plain-paths.ts'

/** The program's statement for a question, and the obvious one. */
export interface Pair {
  readonly measure: string
  readonly ours: Asked
  readonly theirs: Asked
}

/** One statement, or a function that runs several statements. */
export type Asked = Fragment | ((executors: Executors) => Promise<void>)

export const calendarAt = (nowMs: number) => ({ timezone: 'UTC', weekStartDay: 0, nowMs }) as const

export function trendAt(nowMs: number, parameters: object, facts: Partial<Facts> = {}) {
  const query = trendQuestion(parameters)
  const plan = trends.plan(resolvedQuestion(trends, query, calendarAt(nowMs), facts))
  return { range: plan.period, sql: trends.queries(plan).values.sql }
}

const inDays = { events: [{ id: '$pageview' }], date_from: '-30d' }

function stickinessAt(nowMs: number): Fragment {
  const query = flatQuestion(stickiness, inDays).query as StickinessQuery
  return stickiness.queries(stickiness.plan(resolvedQuestion(stickiness, query, calendarAt(nowMs)))).actors
    .sql
}

function lifecycleAt(nowMs: number): Fragment {
  const query = flatQuestion(lifecycle, inDays).query as LifecycleQuery
  return lifecycle.queries(lifecycle.plan(resolvedQuestion(lifecycle, query, calendarAt(nowMs)))).statuses.sql
}

function pathsAt(nowMs: number): Fragment {
  const query = flatQuestion(paths, { include_event_types: ['$pageview'], date_from: '-30d' })
    .query as PathsQuery
  return paths.queries(paths.plan(resolvedQuestion(paths, query, calendarAt(nowMs)))).edges.sql
}

export function funnelAt(nowMs: number, parameters: object, facts: Partial<Facts> = {}): Asked {
  const query = funnelQuestion(parameters)
  const plan = funnels.plan(resolvedQuestion(funnels, query, calendarAt(nowMs), facts))
  return async (executors) => {
    const options = { name: 'bench', projectId: 1, events: plan.events }
    await funnels.queries(plan).rows.run(executors, options)
  }
}

export function pairs(nowMs: number): Pair[] {
  const trend = trendAt(nowMs, { events: [{ id: '$pageview' }], date_from: '-30d' })
  const names = ['$pageview', 'added to cart', 'purchased']
  const funnel = funnelAt(nowMs, { events: names.map((id, order) => ({ id, order })), date_from: '-30d' })
  const inRange = sql`project_id = 1
  AND ts >= fromUnixTimestamp64Milli(${bound('Int64', trend.range.fromMs)})
  AND ts < fromUnixTimestamp64Milli(${bound('Int64', trend.range.toMs)})`
  return [
    {
      measure: 'trend by the day column, against toStartOfDay(ts)',
      ours: trend.sql,
      theirs: sql`SELECT toStartOfDay(ts) AS bucket, count() AS value
FROM events
WHERE ${inRange}
  AND event = '$pageview'
GROUP BY bucket`,
    },
    {
      measure: 'funnel counts and exact times, against windowFunnel counts without times',
      ours: funnel,
      theirs: sql`SELECT level, count() AS persons
FROM (
  SELECT person, windowFunnel(1209600000, 'strict_once')(toUInt64(toUnixTimestamp64Milli(ts)), event = ${text('$pageview')}, event = ${text('added to cart')}, event = ${text('purchased')}) AS level
  FROM events
  WHERE ${inRange}
    AND event IN ('$pageview', 'added to cart', 'purchased')
  GROUP BY person
)
GROUP BY level`,
    },
    {
      measure: 'stickiness by bits, against sets of days',
      ours: stickinessAt(nowMs),
      theirs: sql`SELECT active, count() AS actors
FROM (
  SELECT person, uniqExact(toStartOfDay(ts)) AS active
  FROM events
  WHERE ${inRange}
    AND event = '$pageview'
  GROUP BY person
)
GROUP BY active`,
    },
    {
      measure: 'lifecycle by bitmaps of days, against arrays of days joined to persons',
      ours: lifecycleAt(nowMs),
      theirs: plainLifecycle(inRange),
    },
    {
      measure:
        'paths by milliseconds and 64 bits of an item, with times, against seconds and 32 bits without',
      ours: pathsAt(nowMs),
      theirs: plainPaths(sql`${inRange}
  AND event = '$pageview'`),
    },
  ]
}

/**
 * A plain statement for a lifecycle. It collects the days of activity of each person in an array, and gives
 * a status to each of these days and to the day after it.
 */
const plainLifecycle = (inRange: Fragment): Fragment => sql`SELECT day, status, count() AS actors
FROM (
  SELECT
    arrayJoin(arrayConcat(
      arrayMap(day -> (day, multiIf(day = first_day, 'new', has(days, day - 86400), 'returning', 'resurrecting')), days),
      arrayMap(day -> (day + 86400, 'dormant'), arrayFilter(day -> NOT has(days, day + 86400), days))
    )) AS pair,
    pair.1 AS day,
    pair.2 AS status
  FROM (
    SELECT
      events.person,
      groupUniqArray(toUInt32(toStartOfDay(ts))) AS days,
      any(toUInt32(toStartOfDay(persons.created_at))) AS first_day
    FROM events
    LEFT JOIN (
      SELECT person, created_at FROM persons FINAL WHERE project_id = 1
    ) AS persons ON persons.person = events.person
    WHERE ${inRange}
      AND event = '$pageview'
    GROUP BY events.person
  )
)
GROUP BY day, status`
