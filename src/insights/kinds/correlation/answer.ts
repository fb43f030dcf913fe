import { type ComparedItem, compareSides, type SideCounts } from './compare-sides.ts'
import type { CorrelationPlan } from './plan.ts'
import { sizesOf } from './population.ts'
import type { CorrelationResults } from './queries.ts'

/**
 * The counts of an item, with the property and the value that its name is made of. Both are empty for an
 * event.
 */
export interface ItemCounts extends SideCounts {
  readonly property: string
  readonly value: string
}

export interface CorrelationAnswer {
  readonly items: readonly (ComparedItem & ItemCounts)[]
  readonly isSkewed: boolean
}

/** If an item of an event's property has fewer actors than this, it is dropped. */
const LEAST_OF_EVENT_PROPERTY = 3

export function shapeCorrelation(
  { lookedAt }: CorrelationPlan,
  { population, counts }: CorrelationResults,
): CorrelationAnswer {
  const least = lookedAt.kind === 'event_with_properties' ? LEAST_OF_EVENT_PROPERTY : 1
  return compareSides(
    counts.filter(({ success, failure }) => success + failure >= least),
    sizesOf(population),
  )
}
