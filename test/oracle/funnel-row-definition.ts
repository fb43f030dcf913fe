import { compareValues, isNone } from './breakdown-row-definition.ts'
import { NONE, OTHER, rawValue, textValue } from './breakdown-value-definition.ts'
import type { ActorEvents } from './funnel-actor-definition.ts'
import { bestTimes } from './funnel-level-definition.ts'
import type { GivenAttribution, GivenFunnelBreakdown } from './funnel-question.ts'
import { type RunRules, runsOf, type StepEvent } from './funnel-run-definition.ts'
import type { GivenBreakdownPart } from './trend-question.ts'

/** A combination of texts, one for each property. */
type Value = readonly string[]

/** A row of a breakdown: its actors, each with the events that can serve its runs in this row. */
export interface FunnelRow {
  readonly breakdownValue: Value | number | 'all'
  readonly events: ActorEvents
}

const USUAL_LIMIT = 10

/** Implements docs/semantics/funnels.md, "Breakdowns": returns the rows in their order. */
export function funnelRows(
  actors: ActorEvents,
  breakdown: GivenFunnelBreakdown,
  rules: RunRules,
  timezone: string,
): FunnelRow[] {
  const { by, limit, hidesOther, attribution } = breakdown
  const sized = (row: FunnelRow) => ({ ...row, size: countAtStepOne(row.events, rules) })
  if ('cohorts' in by)
    return [...new Set(by.cohorts)]
      .map((cohort) => sized({ breakdownValue: cohort, events: actorsIn(cohort, actors) }))
      .sort((a, b) => b.size - a.size)
  const reading: Reading = {
    read: (one) => valueIn(by.parts, one, timezone),
    none: by.parts.map(() => NONE),
  }
  const rowOf = (breakdownValue: Value, has: (value: Value) => boolean) =>
    sized({ breakdownValue, events: withValues(actors, attribution, reading, has) })
  const all = distinct([...actors.values()].flatMap((events) => valuesOf(events, attribution, reading)))
    .filter((value) => !isNone(value))
    .map((value) => ({ value, row: rowOf(value, (one) => isSame(one, value)) }))
    .sort((a, b) => b.row.size - a.row.size || compareValues(a.value, b.value))
  const further = all.slice(limit ?? USUAL_LIMIT).map(({ value }) => value)
  // Values without an actor at step 1 come last, so one look at the first value over the limit suffices.
  const hasFurther = (all[limit ?? USUAL_LIMIT]?.row.size ?? 0) > 0
  const isFurther = (value: Value) => further.some((one) => isSame(one, value))
  return [
    ...all.slice(0, limit ?? USUAL_LIMIT).map(({ row }) => row),
    ...(hidesOther || !hasFurther
      ? []
      : [
          rowOf(
            by.parts.map(() => OTHER),
            isFurther,
          ),
        ]),
    rowOf(reading.none, isNone),
  ].filter(({ size }) => size > 0)
}

const countAtStepOne = (actors: ActorEvents, rules: RunRules): number =>
  [...actors.values()].filter((events) => bestTimes(runsOf(events, rules)) !== null).length

const actorsIn = (cohort: number | 'all', actors: ActorEvents): ActorEvents =>
  new Map(
    [...actors].filter(
      ([, events]) => cohort === 'all' || events.some(({ event }) => event.cohorts?.includes(cohort)),
    ),
  )

interface Reading {
  readonly read: (event: StepEvent) => Value
  readonly none: Value
}

const valueIn = (parts: readonly GivenBreakdownPart[], { event }: StepEvent, timezone: string): Value =>
  parts.map((part) => textValue(rawValue(part, event, timezone), part))

const isSame = (a: Value, b: Value) => JSON.stringify(a) === JSON.stringify(b)
const distinct = (values: readonly Value[]): Value[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
]

/** Returns the values of the breakdown that an actor has. */
function valuesOf(events: readonly StepEvent[], attribution: GivenAttribution, reading: Reading): Value[] {
  const { read } = reading
  if (attribution === 'all_events') return events.map(read)
  if (attribution === null || typeof attribution === 'string')
    return [touchedValue(events, attribution === 'last_touch', reading)]
  return events.filter(({ steps }) => steps.has(attribution.step)).map(read)
}

/**
 * Returns the value of the first event that serves a step and has a value; with `isLast`, of the last such
 * event.
 */
function touchedValue(events: readonly StepEvent[], isLast: boolean, { read, none }: Reading): Value {
  const having = events.filter((event) => event.steps.size > 0 && !isNone(read(event)))
  const times = having.map(({ atMs }) => atMs)
  const touchedMs = isLast ? Math.max(...times) : Math.min(...times)
  const touched = having.filter(({ atMs }) => atMs === touchedMs)
  return touched.map(read).sort(compareValues)[0] ?? none
}

/**
 * Returns the actors that have one of these values, each with the events that can serve its funnel in the
 * row.
 */
function withValues(
  actors: ActorEvents,
  attribution: GivenAttribution,
  reading: Reading,
  has: (value: Value) => boolean,
): ActorEvents {
  const having = [...actors].filter(([, events]) => valuesOf(events, attribution, reading).some(has))
  const isOf = (event: StepEvent) => has(reading.read(event))
  return new Map(
    having.map(([actor, events]) => {
      if (attribution === 'all_events') return [actor, events.filter(isOf)]
      if (attribution === null || typeof attribution === 'string') return [actor, events]
      return [actor, events.map((event) => (isOf(event) ? event : withoutStep(event, attribution.step)))]
    }),
  )
}

const withoutStep = (event: StepEvent, step: number): StepEvent => ({
  ...event,
  steps: new Set([...event.steps].filter((one) => one !== step)),
})
