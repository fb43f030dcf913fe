import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import type { IngestIssue } from '#contract/ingest-issue.ts'
import type { Project, ProjectStore } from '#metadata/projects/project-store.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import type { Observer } from '#shared/observer.ts'
import { RequestError } from '#shared/request-error.ts'
import { PLAUSIBLE_FROM_MS } from '#sql/events.ts'
import type { CapturedEvent } from './captured-event.ts'
import { createFindProject, type FindProjectDeps } from './find-project.ts'
import { createPipeline, type EventOutcome, type Pipeline, type PipelineResult } from './pipeline.ts'
import type { Visitors } from './steps/visitor-event.ts'
import { createBatchWriter } from './store/batch-writer.ts'
import { type FlushDeps, type ProjectEvents, prepareFlush } from './store/flush.ts'
import type { Erasure, PersonEraser } from './store/person-eraser.ts'
import { fitsTurn, loadOf, NO_LOAD, partsOf, together } from './store/turn-load.ts'
import { mayNeedVisitorId } from './visitors/placeholder-ids.ts'
import type { VisitorIds } from './visitors/visitor-ids.ts'
import { type CaptureRequest, parseCaptureRequest, type WireRequest } from './wire/protocol.ts'
import { sentToken } from './wire/sent-token.ts'

export interface IngestDeps extends FlushDeps, FindProjectDeps {
  readonly projects: FindProjectDeps['projects'] & Pick<ProjectStore, 'noteHistorical'>
  readonly eraser: PersonEraser
  readonly visitorIds: Pick<VisitorIds, 'of'>
  readonly observer: Pick<Observer, 'flushEnded'>
  /** Largest allowed body in bytes, after inflating. */
  readonly maxBodyBytes: number
}

export interface Ingest {
  /**
   * Stores the events of a capture request. Resolves once all storable events are durable and visible, with
   * the outcome of each event in the order of the request.
   * `unsupported` is given when the path belongs to a product that this server does not have. Items that are
   * not events are then counted under this issue. A body that cannot be parsed counts as one such item.
   * @throws RequestError
   */
  capture(request: WireRequest, unsupported?: IngestIssue): Promise<readonly EventOutcome[]>
  /**
   * Deletes a person, with or without their events. Resolves with null if the project has no such person.
   */
  deletePerson(projectId: number, uuid: string, withEvents: boolean): Promise<Erasure | null>
  /**
   * Finishes deletions of persons that were interrupted. Rejects if one of them fails; it may be called
   * again.
   */
  resumeDeletions(signal: AbortSignal): Promise<void>
  /** Resolves when every event that was accepted before the call is stored. */
  earlierEvents(): Promise<void>
  /** Writes the waiting events and refuses further ones. */
  close(): Promise<void>
}

const MiB = 1024 * 1024
/**
 * Number of groups of requests that are written at once. With two lanes, a small request does not wait until
 * the group of another project is written. Each lane inserts parts of its own, which the engine must merge
 * later.
 */
const LANES = 2
/**
 * Number of events that are made storable before other requests get a turn on the event loop. This many
 * events take about 10 ms.
 */
const EVENTS_AT_ONCE = 1_000

export function createIngest(deps: IngestDeps): Ingest {
  const findProject = createFindProject(deps)
  const writer = createBatchWriter<ProjectEvents>({
    prepare: (requests, earlierInserts) =>
      observed(deps.observer, requests, () => prepareFlush(deps, requests, earlierInserts)),
    weightOf: ({ events }) => loadOf(events).characters,
    beginGroup,
    lanes: LANES,
    maxWaiting: 256 * MiB,
  })
  const earlierEvents = () => writer.earlierWrites()
  // If one part of a request fails, the client repeats the whole request. The events that are already
  // stored are then recognised by their uuids.
  function store(projectId: number, { captured, dropped }: PipelineResult): Promise<void> {
    const parts = partsOf(captured)
    const last = parts.length - 1
    return writer.write(
      projectId,
      ...parts.map((events, i) => [{ projectId, events, dropped: i === last ? dropped : [] }]),
    )
  }
  return {
    async capture(wire, unsupported) {
      const request = await (unsupported ? parseOrNothing : parseCaptureRequest)(wire, deps.maxBodyBytes)
      const project = await findProject(request.token)
      const receivedMs = deps.clock()
      const visitors = await visitorsOf(deps, project, wire, request.events, receivedMs)
      const result = await run(createPipeline(request, receivedMs, unsupported, visitors), request.events)
      // The time is recorded before the events are visible, so that no question over all time leaves them
      // out.
      if (request.isHistorical) await noteEarliest(deps, project, result.captured)
      if (result.captured.length === 0) await deps.dropped.add(project.id, result.dropped, deps.clock())
      else await store(project.id, result)
      return result.outcomes
    },
    deletePerson: (projectId, uuid, withEvents) =>
      deps.eraser.erase({ projectId, uuid, withEvents }, earlierEvents),
    resumeDeletions: (signal) => deps.eraser.resume(earlierEvents, signal),
    earlierEvents,
    close: () => writer.close(),
  }
}

/**
 * Records the time of the earliest of some historical events, if questions over all time would otherwise
 * begin after this time.
 */
async function noteEarliest(
  { projects }: IngestDeps,
  { id, earliestHistoricalMs }: Project,
  captured: readonly CapturedEvent[],
): Promise<void> {
  const earliestMs = captured.reduce((least, event) => Math.min(least, event.timestampMs), Infinity)
  if (earliestMs < (earliestHistoricalMs ?? PLAUSIBLE_FROM_MS)) await projects.noteHistorical(id, earliestMs)
}

/**
 * Returns what is needed to make ids of visitors without a cookie. Null if no event of the request needs
 * such an id, which is so for nearly all requests: most clients send the ids of their visitors.
 */
async function visitorsOf(
  { visitorIds }: IngestDeps,
  project: Project,
  { visitor: facts }: WireRequest,
  events: readonly unknown[],
  nowMs: number,
): Promise<Visitors | null> {
  if (!events.some(mayNeedVisitorId)) return null
  return { facts, idOf: await visitorIds.of(project, nowMs) }
}

async function run(pipeline: Pipeline, events: readonly unknown[]): Promise<PipelineResult> {
  for (const some of chunksOf(events, EVENTS_AT_ONCE)) {
    pipeline.run(some)
    if (events.length > EVENTS_AT_ONCE) await nextLoopTurn()
  }
  return pipeline.result()
}

/**
 * Reports to the observer how long a group of requests took, from its preparation to the end of its insert.
 */
async function observed(
  observer: IngestDeps['observer'],
  requests: readonly ProjectEvents[],
  prepare: () => Promise<() => Promise<void>>,
): Promise<() => Promise<void>> {
  const startedMs = performance.now()
  const events = requests.reduce((sum, request) => sum + request.events.length, 0)
  const tell = (isStored: boolean) => {
    const seconds = (performance.now() - startedMs) / 1_000
    observer.flushEnded({ requests: requests.length, events, seconds, isStored })
  }
  const told = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      tell(false)
      throw error
    }
    tell(true)
  }
  const commit = await prepare().catch((error: unknown) => {
    tell(false)
    throw error
  })
  return () => told(commit)
}

/**
 * Begins a group of as many requests as one flush may write. The returned function adds requests to the
 * group and returns true, or returns false if they do not fit into the flush.
 */
function beginGroup(): (requests: readonly ProjectEvents[]) => boolean {
  let load = NO_LOAD
  return (requests) => {
    const all = requests.reduce((sum, { events }) => together(sum, loadOf(events)), load)
    const isTaken = fitsTurn(all)
    if (isTaken) load = all
    return isTaken
  }
}

/**
 * Parses a request for another product. Other products have their own protocols, so a body that cannot be
 * parsed counts as one event: the request then has `null` as its only event.
 */
async function parseOrNothing(wire: WireRequest, maxBodyBytes: number): Promise<CaptureRequest> {
  try {
    return await parseCaptureRequest(wire, maxBodyBytes)
  } catch (error) {
    if (!(error instanceof RequestError && error.kind === 'malformed')) throw error
    const { authorization, query } = wire
    const token = sentToken({ authorization, query, body: null, events: [] })
    return { token, events: [null], sentAtMs: null }
  }
}
