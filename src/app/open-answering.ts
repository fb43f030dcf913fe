import type { BackgroundJobs } from '#coordination/background-jobs.ts'
import type { Cancellation } from '#coordination/cancellation.ts'
import type { Coordination } from '#coordination/coordination.ts'
import type { Engine } from '#engine/engine.ts'
import { type Answering, createAnswering } from '#insights/answering/answering.ts'
import { createCompute } from '#insights/answering/compute.ts'
import { createFindDefinitions } from '#insights/answering/find-definitions.ts'
import { createFindMoment } from '#insights/answering/moments.ts'
import type { ActionStore } from '#metadata/actions/action-store.ts'
import type { CohortStore } from '#metadata/cohorts/cohort-store.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import type { DefinitionStore } from '#metadata/definitions/definition-store.ts'
import { type CachedResultStore, createCachedResultStore } from '#metadata/results/cached-result-store.ts'
import { actionMatcher } from '#query/action.ts'
import type { CohortDefinition } from '#query/cohorts/cohort.ts'
import type { Clock } from '#shared/clock.ts'
import type { Closer } from './closers.ts'

export interface OpenAnsweringOptions {
  readonly engine: Engine
  readonly metadata: Metadata
  readonly coordination: Coordination
  readonly definitions: Pick<DefinitionStore, 'countEvents'>
  readonly cohorts: Pick<CohortStore<CohortDefinition>, 'definitionsOf'>
  readonly actions: Pick<ActionStore, 'definitionsOf'>
  readonly clock: Clock
  /** Of all cached results together. */
  readonly maxBytes: number
  readonly warn: (sentence: string) => void
}

export interface OpenedAnswering {
  readonly answering: Answering
  readonly cachedResultStore: CachedResultStore
  readonly jobs: BackgroundJobs
  readonly cancellation: Cancellation
}

/** Everything between a question and its answer. Background jobs end before anything else closes. */
export function openAnswering(options: OpenAnsweringOptions, closers: Closer[]): OpenedAnswering {
  const { dataVersions: versions, backgroundJobs: jobs, cancellation } = options.coordination
  closers.push(() => jobs.close())
  const deps = { ...options, ...options.coordination, versions, jobs }
  const cachedResultStore = createCachedResultStore(options.metadata, options.maxBytes)
  const answering = createAnswering({
    ...deps,
    findMoment: createFindMoment(deps),
    findDefinitions: createFindDefinitions({
      findActions: findActionsIn(options.actions),
      findCohorts: options.cohorts.definitionsOf,
    }),
    compute: createCompute({ ...deps, countEvents: options.definitions.countEvents }),
    results: cachedResultStore,
  })
  return { answering, cachedResultStore, jobs, cancellation }
}

/** The actions of a project as questions name them. */
const findActionsIn =
  ({ definitionsOf }: Pick<ActionStore, 'definitionsOf'>) =>
  async (projectId: number, ids: readonly number[]) => {
    const actions = await definitionsOf(projectId, ids)
    return new Map(
      [...actions].map(
        ([id, action]) => [id, { name: action.name, matcher: actionMatcher(action) }] as const,
      ),
    )
  }
