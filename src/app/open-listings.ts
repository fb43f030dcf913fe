import type { Coordination } from '#coordination/coordination.ts'
import type { EventStore } from '#engine/event-store.ts'
import { createActorListing } from '#listings/actors.ts'
import { createCohortListing } from '#listings/cohorts.ts'
import { createElementStats } from '#listings/element-stats.ts'
import { createEventListing } from '#listings/events.ts'
import { createPersonIds } from '#listings/person-ids.ts'
import { createPersonListing } from '#listings/persons.ts'
import { createTimeZones } from '#listings/time-zones.ts'
import { createFindValues } from '#query/find-numbers.ts'
import type { Clock } from '#shared/clock.ts'
import type { findNamedIn } from './find-named-in.ts'
import type { Stores } from './open-stores.ts'

interface ListingParts {
  readonly stores: Stores
  readonly engine: EventStore
  readonly coordination: Coordination
  readonly findNamed: ReturnType<typeof findNamedIn>
  readonly clock: Clock
}

/**
 * Opens the lists of stored persons, actors, members of cohorts and events, and the time zones of the event
 * store.
 */
export function openListings({ stores, engine, coordination, findNamed, clock }: ListingParts) {
  const { personRoots } = coordination
  const findValues = createFindValues(
    stores.definitions.propertyKinds,
    createPersonIds(stores.persons).numbersOf,
  )
  return {
    personListing: createPersonListing({ ...stores, engine, findNamed, personRoots, findValues }),
    actorListing: createActorListing(stores),
    cohortListing: createCohortListing({ ...stores, engine, findNamed, personRoots, findValues, clock }),
    eventListing: createEventListing({ ...stores, engine, hasMerges: personRoots.ready, findValues }),
    elementStats: createElementStats({ engine, hasMerges: personRoots.ready, findValues }),
    timeZones: createTimeZones({ engine }),
  }
}
