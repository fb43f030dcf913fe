import { and, bound, type Fragment, join, nestedQuery, numeral, or, sql } from '#fragments/fragment.ts'
import type { BreakdownRow } from '#query/breakdown.ts'
import type { InstantRange } from '#query/date-range.ts'
import type { Matcher } from '#query/matcher.ts'
import { type EventValues, eventValues } from '#sql/event-values.ts'
import { eventsOf, STORABLE } from '#sql/events.ts'
import { groupConditions, memberConditions } from '#sql/filters.ts'
import { matches } from '#sql/matcher.ts'
import { type ActorRange, type DividedRows, inActorRange } from './actor-chunks.ts'
import type { FirstTimeOfStep, FunnelsPlan } from './plan.ts'
import { rowText } from './row-text.ts'
import { actorsOf } from './run-actors.ts'
import { exclusionBit, stepBits } from './walk/rule.ts'

/** Selects some of the events of a funnel. */
export interface EventsPart {
  /** Only events of the members of this cohort; null for all actors. */
  readonly cohortId: number | null
  /** Only events of the actors with these numbers; null for all. */
  readonly range: ActorRange | null
  /** Only events in this part of the period; absent or null for all. */
  readonly time?: InstantRange | null
  /**
   * In a strict funnel: also selects the events between steps of actors that cannot get beyond step 1.
   * These events change no number.
   */
  readonly hasAllBetween?: boolean
  /** Only events of these actors: the numbers of persons, or the keys of other actors. */
  readonly actors?: readonly (number | string)[]
}

/**
 * Selects the events that take part in a funnel, for a walk. An event takes part if it matches a step or an
 * exclusion; a strict funnel also has other events. The columns are `actor`, `at` (ms since the start of
 * `part.time`, or of the period if `part.time` is absent), `mask` (a bit for each step and exclusion that the
 * event matches), and `value` if there is a breakdown by properties. Every number of a funnel, and the people
 * behind it, come from these rows.
 */
export function eventRows(plan: FunnelsPlan, part: EventsPart): Fragment {
  const values = eventValues(plan.scope)
  const { number } = actorsOf(plan, values)
  const { breakdown } = plan.query
  const columns = [
    sql`${number} AS actor`,
    timeIn(part.time ?? plan.period),
    sql`${maskOf(plan, values, part)} AS mask`,
    ...(breakdown?.kind === 'properties'
      ? [sql`toLowCardinality(${rowText(breakdown, values)}) AS value`]
      : []),
  ]
  return sql`-- the events of the funnel, with the steps and exclusions that each matches
SELECT
  ${join(columns, sql`,\n`)}
${funnelEvents(plan, values, part)}`
}

/**
 * Returns the columns by which a walk decides: `at` and `mask`, each as one number. If `row` belongs to a
 * breakdown by properties, also returns `value`.
 */
export function walkedColumns(
  plan: FunnelsPlan,
  row: BreakdownRow | null,
  values: EventValues,
  part: EventsPart,
): Fragment[] {
  const { breakdown } = plan.query
  return [
    sql`toFloat64(${msSince(plan.period)}) AS at`,
    sql`${maskOf(plan, values, part)} AS mask`,
    ...(row !== null && breakdown?.kind === 'properties'
      ? [sql`${rowText(breakdown, values)} AS value`]
      : []),
  ]
}

/** The milliseconds from the start of a range to an event. */
export const msSince = ({ fromMs }: InstantRange) =>
  sql`toUnixTimestamp64Milli(ts) - ${bound('Int64', fromMs)}`

/** The milliseconds that 32 bits can count: 49.7 days. */
const MOST_MS_IN_32_BITS = 2 ** 32

/**
 * The time of an event, counted from the start of the part so that it usually takes 4 bytes. Fewer bytes
 * matter, because handing over the rows is a large part of the engine's work.
 */
const timeIn = (part: InstantRange): Fragment =>
  part.toMs - part.fromMs > MOST_MS_IN_32_BITS
    ? sql`toFloat64(${msSince(part)}) AS at`
    : sql`toUInt32(${msSince(part)}) AS at`

/** Returns the `FROM` clause of the events that `part` selects, with all conditions. */
export function funnelEvents(plan: FunnelsPlan, values: EventValues, part: EventsPart): Fragment {
  const served = [...conditions(plan, values, part), ...servingConditions(plan, values, part)]
  return eventsOf(plan.projectId, part.time ?? plan.period, served, values.joins())
}

function servingConditions(plan: FunnelsPlan, values: EventValues, part: EventsPart): Fragment[] {
  const serving = or(maskBits(plan).map((one) => isServed(plan, one, values, part)))
  if (plan.rule.order !== 'strict') return [serving]
  if (part.hasAllBetween) return []
  const { number } = actorsOf(plan, values)
  return [
    or([
      serving,
      sql`${number} IN (
  ${nestedQuery(actorsBeyondFirst(plan, part))}
)`,
    ]),
  ]
}

/**
 * Selects the actors that have the first two steps. In a strict funnel, events between steps matter for
 * these actors only.
 */
function actorsBeyondFirst(plan: FunnelsPlan, part: EventsPart): Fragment {
  const values = eventValues(plan.scope)
  const { number } = actorsOf(plan, values)
  const [first, second] = plan.matchers.slice(0, 2).map((matcher) => matches(matcher, plan.scope))
  const both = [first ?? sql`false`, second ?? sql`false`]
  const rows = eventsOf(
    plan.projectId,
    plan.period,
    [...conditions(plan, values, part), or(both)],
    values.joins(),
  )
  return sql`-- the actors with the first and the second step
SELECT ${number} AS actor
${rows}
GROUP BY actor
HAVING ${join(
    both.map((step) => sql`max(${step})`),
    sql` AND `,
  )}`
}

/**
 * Returns all conditions except the conditions of the steps. `values` belongs to the query in which the
 * conditions stand.
 */
function conditions(plan: FunnelsPlan, values: EventValues, part: EventsPart): Fragment[] {
  return [
    ...actorsOf(plan, values).conditions,
    ...groupConditions(plan.filter, plan.scope),
    ...memberConditions(part.cohortId, plan.scope),
    ...ofActors(plan, values, part),
  ]
}

/** Returns the conditions that an event belongs to one of the actors of the part. */
const ofActors = (plan: FunnelsPlan, values: EventValues, { range, actors }: EventsPart): Fragment[] => [
  ...(range === null ? [] : [inActorRange(actorsOf(plan, values).number, range)]),
  ...(actors === undefined ? [] : [isOneOf(plan, values, actors)]),
]

function isOneOf(plan: FunnelsPlan, values: EventValues, actors: readonly (number | string)[]): Fragment {
  const { key, number } = actorsOf(plan, values)
  return key === null
    ? sql`${number} IN ${bound('Array(UInt32)', actors.map(Number))}`
    : sql`${key} IN ${bound('Array(String)', actors.map(String))}`
}

interface MaskBit {
  readonly matcher: Matcher
  readonly firstTime: FirstTimeOfStep | null
  readonly bit: number
}
const maskBits = ({ matchers, firstTimes, exclusions, rule }: FunnelsPlan): MaskBit[] => [
  ...matchers.map((matcher, step) => ({
    matcher,
    firstTime: firstTimes[step] ?? null,
    bit: stepBits(rule)[step] ?? 0,
  })),
  ...exclusions.map((matcher, i) => ({ matcher, firstTime: null, bit: exclusionBit(rule, i) })),
]

/** Returns the condition that an event serves the step or the exclusion of a bit. */
function isServed(
  plan: FunnelsPlan,
  { matcher, firstTime }: MaskBit,
  values: EventValues,
  part: EventsPart,
): Fragment {
  if (firstTime === null) return matches(matcher, plan.scope)
  const { number } = actorsOf(plan, values)
  return and([
    matches(matcher, plan.scope),
    sql`(${number}, ts) IN (
  ${nestedQuery(firstTimesOfActors(plan, firstTime, part))}
)`,
  ])
}

/**
 * Selects the instant of each actor's first event among the events of `matcher`, if this instant is in the
 * period. Several events can be at that instant; each of them that matches the step serves it.
 */
function firstTimesOfActors(
  plan: FunnelsPlan,
  { matcher, isFiltered }: FirstTimeOfStep,
  part: EventsPart,
): Fragment {
  const range = { ...plan.period, fromMs: STORABLE.fromMs }
  const scope = plan.scopeIn(range)
  const values = eventValues(scope)
  const { number, conditions } = actorsOf(plan, values)
  const among = [
    matches(matcher, scope),
    ...conditions,
    ...(isFiltered ? groupConditions(plan.filter, scope) : []),
    ...ofActors(plan, values, part),
  ]
  return sql`-- the first event of each actor
SELECT
  ${number} AS actor,
  min(ts) AS earliest
${eventsOf(plan.projectId, range, among, values.joins())}
GROUP BY actor
HAVING earliest >= fromUnixTimestamp64Milli(${bound('Int64', plan.period.fromMs)})`
}

/** Returns the bytes of a mask: as few as its highest bit needs. */
function maskBytes(plan: FunnelsPlan): 1 | 2 | 4 {
  const highest = Math.max(...maskBits(plan).map(({ bit }) => bit))
  if (highest < 8) return 1
  return highest < 16 ? 2 : 4
}

const MASK_TYPES = { 1: sql`toUInt8`, 2: sql`toUInt16`, 4: sql`toUInt32` }

function maskOf(plan: FunnelsPlan, values: EventValues, part: EventsPart): Fragment {
  const sum = join(
    maskBits(plan).map((one) => sql`if(${isServed(plan, one, values, part)}, ${numeral(2 ** one.bit)}, 0)`),
    sql` + `,
  )
  return sql`${MASK_TYPES[maskBytes(plan)]}(${sum})`
}

const PERSON_BYTES = 4
/**
 * The bytes that a worker keeps of an actor whose number is a hash. Hashes are numbered with tables that grow
 * with the number of hashes.
 */
const HASH_BYTES = 28
/**
 * The bytes that a worker keeps of a row's text: the number of the text, and the index of the text in its
 * block. The index is kept because it lies in the same bytes as the other columns. The text itself is counted
 * once, when it is numbered.
 */
const TEXT_NUMBER_BYTES = 6

/**
 * If a range is shorter than this, its chunks are divided into enough parts that most parts are below 49
 * days, so that a time takes 4 bytes.
 */
const LONG_RANGE_DAYS = 500
const timeBytes = ({ fromMs, toMs }: InstantRange): number =>
  toMs - fromMs > LONG_RANGE_DAYS * 86_400_000 ? 8 : 4

/** Describes the rows of `eventRows` for their division into chunks. */
export function dividedRows(plan: FunnelsPlan): DividedRows {
  const { aggregation, breakdown } = plan.query
  const haveTexts = breakdown?.kind === 'properties'
  const actorBytes = aggregation.of === 'person' ? PERSON_BYTES : HASH_BYTES
  const bytesPerRow =
    actorBytes + timeBytes(plan.period) + maskBytes(plan) + (haveTexts ? TEXT_NUMBER_BYTES : 0)
  return { haveTexts, bytesPerRow, period: plan.period }
}

/**
 * Returns two statements: `serving` selects the events that serve a step or an exclusion, and `all` selects
 * all events. Only the engine's estimates of their numbers are used. The estimates come from the index, so
 * they differ only as far as the index can tell the events apart.
 */
export function strictParts(plan: FunnelsPlan): { readonly serving: Fragment; readonly all: Fragment } {
  const of = (conditions: readonly Fragment[]) => sql`SELECT person
${eventsOf(plan.projectId, plan.period, conditions)}`
  return { serving: of([or(maskBits(plan).map(({ matcher }) => matches(matcher, plan.scope)))]), all: of([]) }
}
