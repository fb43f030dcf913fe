import type { BackgroundJobs } from './background-jobs.ts'
import type { Cancellation } from './cancellation.ts'
import type { DataVersions } from './data-versions.ts'
import type { IdentityCache } from './identity-cache.ts'
import type { PersonRoots } from './person-roots.ts'
import type { SingleFlight } from './single-flight.ts'
import type { UuidFilter } from './uuid-filter.ts'

/**
 * All state that the nodes of one installation must agree on. The in-process forms are correct for a single
 * node. Forms for several nodes can replace them without a change in the code that calls them.
 */
export interface Coordination {
  readonly dataVersions: DataVersions
  readonly backgroundJobs: BackgroundJobs
  readonly cancellation: Cancellation
  /**
   * Creates a single flight. Each kind of work needs its own, because keys are compared only within one
   * single flight.
   */
  readonly createSingleFlight: <About, T>() => SingleFlight<About, T>
  readonly personRoots: PersonRoots
  readonly identityCache: IdentityCache
  readonly uuidFilter: UuidFilter
}
