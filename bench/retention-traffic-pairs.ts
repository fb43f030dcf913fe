import { bound, type Fragment, numeral, sql } from '../src/fragments/fragment.ts'
import type { RetentionQuery } from '../src/insights/kinds/retention/query.ts'
import { retention } from '../src/insights/kinds/retention/retention.ts'
import type { Walk } from '../src/sequences/actor-events.ts'
import { flatQuestion, resolvedQuestion } from '../test/fixtures/questions.ts'
import { askedOf, walked } from './asked-kind.ts'
import { type Asked, calendarAt, type Pair } from './pairs.ts'

const DAY_MS = 86_400_000
const VIEWED = { id: 'product viewed' }

/**
 * Compares retentions of days on much traffic with plain statements, which make one mask of bits per
 * person.
 */
export function retentionTrafficPairs(nowMs: number, events: number): Pair[] {
  const planOf = (parameters: object) => {
    const query = flatQuestion(retention, parameters).query as RetentionQuery
    return retention.plan(resolvedQuestion(retention, query, calendarAt(nowMs), { events }))
  }
  const ours = (parameters: object): Asked => askedOf(retention.queries(planOf(parameters)), events)
  const rangeOf = (total_intervals: number) => planOf({ total_intervals }).period
  const month = { returning_entity: VIEWED, total_intervals: 31 }
  const firstTime = { ...month, retention_type: 'retention_first_time' }
  const browser = sql`properties.\`$browser\``
  const address = sql`properties.\`$current_url\``
  const byBrowser = { total_intervals: 11, breakdown: '$browser' }
  return [
    {
      measure: 'retention of 11 days, one event',
      ours: ours({ total_intervals: 11 }),
      theirs: byMasks(rangeOf(11)),
    },
    {
      measure: 'retention of 31 days, two events',
      ours: ours(month),
      theirs: byTwoMasks(rangeOf(31)),
    },
    {
      measure: 'retention of the first time, against masks of days and first times',
      ours: ours(firstTime),
      theirs: byFirstTimes(rangeOf(31)),
    },
    {
      measure: 'retention of the first time, against a walk',
      ours: ours(firstTime),
      theirs: walkedFirstTimes(rangeOf(31)),
    },
    {
      measure: 'retention by browser, against masks by browser without largest values',
      ours: ours(byBrowser),
      theirs: byMasks(rangeOf(11), browser),
    },
    {
      measure: 'retention by address, against masks by address for the 25 with most persons',
      ours: ours({ total_intervals: 11, breakdown: '$current_url' }),
      theirs: byMasks(rangeOf(11), address, 25),
    },
    {
      measure: 'retention of the first time by browser, against that without a breakdown',
      ours: ours({ ...firstTime, breakdown: '$browser' }),
      theirs: ours(firstTime),
    },
  ]
}

interface Range {
  readonly fromMs: number
  readonly toMs: number
}

const dayAt = (epochMs: number) => sql`${bound('Date', new Date(epochMs).toISOString().slice(0, 10))}`
const inRange = ({ fromMs, toMs }: Range) => sql`day >= ${dayAt(fromMs)} AND day <= ${dayAt(toMs - 1)}`
const bitOf = ({ fromMs }: Range) => sql`bitShiftLeft(toUInt32(1), toUInt8(day - ${dayAt(fromMs)}))`

/**
 * The statement with which the measurements compare: a mask for each person, the persons of each mask, then
 * the pairs of bits.
 */
function byMasks(range: Range, row: Fragment | null = null, most: number | null = null): Fragment {
  const [named, key, comma] =
    row === null ? [sql``, sql``, sql``] : [sql`${row} AS row,`, sql`row,`, sql`, row`]
  const views = sql`project_id = 1 AND event = '$pageview' AND ${inRange(range)}`
  const largest =
    row === null || most === null
      ? sql``
      : sql` AND ${row} IN (SELECT ${row} FROM events WHERE ${views} GROUP BY ${row} ORDER BY uniqExact(person) DESC LIMIT ${numeral(most)})`
  return sql`SELECT ${key} cohort, day - cohort AS value, sum(persons)
FROM (
  SELECT ${key} bitPositionsToArray(mask) AS days, arrayJoin(days) AS cohort, persons
  FROM (
    SELECT ${key} mask, count() AS persons
    FROM (
      SELECT ${named} person, groupBitOr(${bitOf(range)}) AS mask
      FROM events
      WHERE ${views}${largest}
      GROUP BY person${comma}
    )
    GROUP BY mask${comma}
  )
)
ARRAY JOIN arrayFilter(day -> day >= cohort, days) AS day
GROUP BY ${key} cohort, value`
}

const pairsOfBits = (masks: Fragment): Fragment => sql`SELECT cohort, value, sum(persons)
FROM (
  SELECT arrayJoin(bitPositionsToArray(targets)) AS cohort, returns, persons
  FROM (
    SELECT targets, returns, count() AS persons
    FROM (
      ${masks}
    )
    GROUP BY targets, returns
  )
)
ARRAY JOIN bitPositionsToArray(bitOr(bitShiftRight(returns, cohort), 1)) AS value
GROUP BY cohort, value`

const byTwoMasks = (range: Range): Fragment =>
  pairsOfBits(sql`SELECT
  person,
  groupBitOrIf(${bitOf(range)}, event = '$pageview') AS targets,
  groupBitOrIf(${bitOf(range)}, event = 'product viewed') AS returns
FROM events
WHERE project_id = 1 AND event IN ('$pageview', 'product viewed') AND ${inRange(range)}
GROUP BY person`)

const byFirstTimes = (range: Range): Fragment =>
  pairsOfBits(sql`SELECT
  person,
  minIf(day, event = '$pageview') AS first,
  bitShiftLeft(toUInt32(1), toUInt8(first - ${dayAt(range.fromMs)})) AS targets,
  groupBitOrIf(${bitOf(range)}, event = 'product viewed' AND ${inRange(range)}) AS returns
FROM events
WHERE project_id = 1 AND (event = '$pageview' OR (event = 'product viewed' AND ${inRange(range)}))
GROUP BY person
HAVING first >= ${dayAt(range.fromMs)}`)

/**
 * A walk over the events of all time. The engine hands them over, and the first event of each person is
 * found here.
 */
const walkedFirstTimes = (range: Range): Asked =>
  walked(
    sql`SELECT
  person AS actor,
  toFloat64(toUnixTimestamp64Milli(ts)) AS at,
  toUInt8(if(event = '$pageview', 1, 2)) AS mask
FROM events
WHERE project_id = 1 AND (event = '$pageview' OR (event = 'product viewed' AND ${inRange(range)}))`,
    () => firstTimesOf(range),
  )

function firstOf(mask: Uint32Array, from: number, to: number): number {
  let first = from
  while (first < to && mask[first] !== 1) first++
  return first
}

function firstTimesOf({ fromMs, toMs }: Range): Walk<Float64Array> {
  const days = Math.ceil((toMs - fromMs) / DAY_MS)
  const dayOf = (ms: number) => Math.floor((ms - fromMs) / DAY_MS)
  const counts = new Float64Array(days * days)
  const isCounted = new Uint8Array(days)
  const count = (cohort: number) => {
    for (let day = cohort; day < days; day++) {
      const at = cohort * days + day - cohort
      counts[at] = (counts[at] ?? 0) + (isCounted[day] ?? 0)
    }
  }
  return {
    actor(_, { atMs, mask }, from, to) {
      const first = firstOf(mask, from, to)
      if (first === to) return
      const cohort = dayOf(atMs[first] ?? 0)
      if (cohort < 0) return
      isCounted.fill(0)
      for (let place = from; place < to; place++)
        if (mask[place] === 2) isCounted[dayOf(atMs[place] ?? 0)] = 1
      isCounted[cohort] = 1
      count(cohort)
    },
    result: () => counts,
  }
}
