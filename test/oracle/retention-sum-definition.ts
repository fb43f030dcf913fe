import type { Row } from './breakdown-row-definition.ts'
import type { GivenEvent } from './filter-definition.ts'
import { finiteNumbers } from './math-definition.ts'
import {
  actorsBehind,
  counts,
  type DefinedCohort,
  distancesOf,
  eventsByActor,
  type GivenRetention,
  intervalKeys,
  isByFirstEvent,
  isIn,
} from './retention-definition.ts'

/** The number that is added up for each event. */
export interface GivenSum {
  readonly as: 'sum' | 'avg'
  readonly property: { readonly on: 'event' | 'person'; readonly key: string }
}

/**
 * Implements docs/semantics/retention.md, "Sums and means": returns the cohorts with the sum, or the mean, of
 * each value.
 */
export function withSums(
  cohorts: readonly DefinedCohort[],
  events: readonly GivenEvent[],
  asked: GivenRetention,
  row: Row | null,
): DefinedCohort[] {
  const { summed } = asked
  if (summed === null) return [...cohorts]
  const byActor = eventsByActor(
    row === null || isByFirstEvent(asked) ? events : events.filter(row.has),
    asked,
  )
  return cohorts.map((one, cohort) => ({
    ...one,
    sums: one.counts.map((_, value) => {
      const actors = actorsBehind(events, asked, { cohort, value, row })
      const total = actors
        .flatMap((actor) => addedUp(byActor.get(actor) ?? [], asked, { cohort, value }))
        .reduce((sum, event) => sum + numberOf(event, summed), 0)
      if (summed.as === 'sum') return total
      return actors.length === 0 ? 0 : total / actors.length
    }),
  }))
}

/** Returns the events of an actor whose numbers a value adds up. */
function addedUp(
  own: readonly GivenEvent[],
  asked: GivenRetention,
  { cohort, value }: { readonly cohort: number; readonly value: number },
): GivenEvent[] {
  const keys = intervalKeys(asked)
  const isAt = (event: GivenEvent, distance: number) => isIn(keys[cohort + distance] ?? '', event, asked)
  const returning = own.filter((event) => counts(asked.returning, event, asked))
  if (value > 0) {
    const distances = distancesOf(asked)[value] ?? []
    return returning.filter((event) =>
      distances.some((distance) => cohort + distance < keys.length && isAt(event, distance)),
    )
  }
  if (isOneEvent(asked)) return returning.filter((event) => isAt(event, 0))
  const targets = own.filter((event) => counts(asked.target, event, asked) && isAt(event, 0))
  const firstMs = Math.min(...targets.map(({ atMs }) => atMs))
  return returning.filter((event) => isAt(event, 0) && event.atMs > firstMs)
}

const isOneEvent = ({ target, returning }: GivenRetention) =>
  JSON.stringify(target) === JSON.stringify(returning)

function numberOf({ properties, personProperties }: GivenEvent, { property: { on, key } }: GivenSum): number {
  const [number = 0] = finiteNumbers((on === 'event' ? properties : personProperties)?.[key])
  return number
}
