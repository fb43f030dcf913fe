import type { BackgroundJobs } from '#coordination/background-jobs.ts'
import type { Cancellation } from '#coordination/cancellation.ts'
import type { Coordination } from '#coordination/coordination.ts'
import type { EventStore } from '#engine/event-store.ts'
import { type Answering, createAnswering } from '#insights/answering/answering.ts'
import { createCompute } from '#insights/answering/compute.ts'
import { createFindDefinitions } from '#insights/answering/find-definitions.ts'
import type { FindNamed } from '#insights/answering/find-named.ts'
import { createFindStatements, type FindStatements } from '#insights/answering/find-statements.ts'
import { createFindWarnings, type FindWarningsDeps } from '#insights/answering/find-warnings.ts'
import { createFindMoment } from '#insights/answering/moments.ts'
import { createStreamRows, type StreamRows } from '#insights/answering/stream-rows.ts'
import { createFindPeople, type FindPeople } from '#insights/people/find-people.ts'
import { createPersonIds } from '#listings/person-ids.ts'
import type { CohortStore } from '#metadata/cohorts/cohort-store.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import type { DefinitionStore } from '#metadata/definitions/definition-store.ts'
import { createPersonStore } from '#metadata/people/person-store.ts'
import { type CachedResultStore, createCachedResultStore } from '#metadata/results/cached-result-store.ts'
import { createFindValues } from '#query/find-numbers.ts'
import type { Walkers } from '#sequences/walkers.ts'
import type { Clock } from '#shared/clock.ts'
import type { Observer } from '#shared/observer.ts'
import type { Closer } from './closers.ts'
import { openWalkers, type WalkerOptions } from './open-walkers.ts'

export interface OpenAnsweringOptions extends WalkerOptions {
  readonly engine: EventStore
  readonly metadata: Metadata
  readonly coordination: Coordination
  readonly definitions: FindWarningsDeps['definitions'] &
    Pick<DefinitionStore, 'countEvents' | 'propertyKinds'>
  readonly groups: FindWarningsDeps['groups']
  readonly actions: FindWarningsDeps['actions']
  readonly cohorts: FindWarningsDeps['cohorts'] & Pick<CohortStore<unknown>, 'listedIn'>
  readonly findNamed: FindNamed
  readonly clock: Clock
  /** Maximum number of bytes of all cached results together. */
  readonly maxBytes: number
  readonly warn: (sentence: string) => void
  readonly observer: Pick<Observer, 'questionAnswered'>
}

export interface OpenedAnswering {
  readonly walkers: Walkers
  readonly answering: Answering
  readonly streamRows: StreamRows
  readonly findStatements: FindStatements
  readonly findPeople: FindPeople
  readonly cachedResultStore: CachedResultStore
  readonly jobs: BackgroundJobs
  readonly cancellation: Cancellation
}

/**
 * Opens everything between a question and its answer. When the process stops, background jobs end before
 * anything else closes. The workers close next.
 */
export function openAnswering(options: OpenAnsweringOptions, closers: Closer[]): OpenedAnswering {
  const { dataVersions: versions, backgroundJobs: jobs, cancellation } = options.coordination
  const walkers = openWalkers(options.engine, options, closers)
  closers.push(() => jobs.close())
  const personIds = createPersonIds(createPersonStore(options.metadata))
  const deps = { ...options, ...options.coordination, versions, jobs, walkers, personIds }
  const cachedResultStore = createCachedResultStore(options.metadata, options.maxBytes)
  const finding = {
    ...deps,
    findMoment: createFindMoment(deps),
    findDefinitions: createFindDefinitions(
      options.findNamed,
      options.cohorts.listedIn,
      createFindValues(options.definitions.propertyKinds, personIds.numbersOf),
    ),
    countEvents: options.definitions.countEvents,
  }
  const answering = observed(
    options.observer,
    createAnswering({
      ...finding,
      findWarnings: createFindWarnings({ ...options, persons: personIds }),
      compute: createCompute(finding),
      results: cachedResultStore,
    }),
  )
  const streamRows = createStreamRows(finding)
  const findStatements = createFindStatements(finding)
  const findPeople = createFindPeople(finding)
  return {
    walkers,
    answering,
    streamRows,
    findStatements,
    findPeople,
    cachedResultStore,
    jobs,
    cancellation,
  }
}

const observed = (observer: OpenAnsweringOptions['observer'], answering: Answering): Answering => ({
  ...answering,
  async answer(question, options) {
    const answered = await answering.answer(question, options)
    observer.questionAnswered(question.query.kind, answered.isCached)
    return answered
  },
})
