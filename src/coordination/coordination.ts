import type { BackgroundJobs } from './background-jobs.ts'
import type { Cancellation } from './cancellation.ts'
import type { DataVersions } from './data-versions.ts'
import type { IdentityCache } from './identity-cache.ts'
import type { PersonRoots } from './person-roots.ts'
import type { SingleFlight } from './single-flight.ts'
import type { UuidFilter } from './uuid-filter.ts'

/**
 * All state that the nodes of one installation must agree on. The in-process forms are right for a single node; forms for
 * several nodes can take their place without a change in their callers.
 */
export interface Coordination {
  readonly dataVersions: DataVersions
  readonly backgroundJobs: BackgroundJobs
  readonly cancellation: Cancellation
  /** One for each kind of work: keys are compared within it. */
  readonly createSingleFlight: <About, T>() => SingleFlight<About, T>
  readonly personRoots: PersonRoots
  readonly identityCache: IdentityCache
  readonly uuidFilter: UuidFilter
}
