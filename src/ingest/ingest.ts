import { setImmediate as otherWork } from 'node:timers/promises'
import type { IngestIssue } from '#contract/ingest-issue.ts'
import type { DroppedEvents } from '#metadata/definitions/dropped-event-store.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { RequestError } from '#shared/request-error.ts'
import { createFindProject, type FindProjectDeps } from './find-project.ts'
import { createPipeline, type EventOutcome, type PipelineResult } from './pipeline.ts'
import { createBatchWriter } from './store/batch-writer.ts'
import { createDropTally } from './store/drop-tally.ts'
import { type FlushDeps, type ProjectEvents, prepareFlush } from './store/flush.ts'
import type { Erasure, PersonEraser } from './store/person-eraser.ts'
import { fitsTurn, loadOf, NO_LOAD, partsOf, together } from './store/turn-load.ts'
import { type CaptureRequest, parseCaptureRequest, type WireRequest } from './wire/protocol.ts'
import { sentToken } from './wire/sent-token.ts'

export interface IngestDeps extends FlushDeps, FindProjectDeps {
  readonly eraser: PersonEraser
  /** Largest body in bytes, inflated. */
  readonly maxBodyBytes: number
}

export interface Ingest {
  /**
   * Stores the events of a capture request. Resolves once all storable ones are durable and visible, with the outcome of each
   * event in the order of the request. @throws RequestError
   */
  capture(request: WireRequest): Promise<readonly EventOutcome[]>
  /**
   * Counts the events of a request for a product that this server does not have, and discards them. A body that cannot be
   * parsed counts as one event. @throws RequestError `unauthenticated` for a token that no project has.
   */
  discard(request: WireRequest, reason: IngestIssue): Promise<void>
  /** Deletes a person, with or without their events; null where the project has no such person. */
  deletePerson(projectId: number, uuid: string, withEvents: boolean): Promise<Erasure | null>
  /** Finishes deletions that were interrupted. Rejects when one of them fails; calling it again is harmless. */
  resumeDeletions(signal: AbortSignal): Promise<void>
  /** Writes the events that wait, and refuses further ones. */
  close(): Promise<void>
}

const MiB = 1024 * 1024
/** Events that are made storable before other requests have the event loop: some 10 ms. */
const EVENTS_AT_ONCE = 1_000

export function createIngest(deps: IngestDeps): Ingest {
  const findProject = createFindProject(deps)
  const writer = createBatchWriter<ProjectEvents>({
    prepare: (requests, earlierInserts) => prepareFlush(deps, requests, earlierInserts),
    weightOf: ({ events }) => loadOf(events).characters,
    beginGroup,
    maxWaiting: 256 * MiB,
  })
  const earlierEvents = () => writer.earlierWrites()
  // A request of which a part fails is repeated as a whole; its stored events are then known by their uuids.
  function store(projectId: number, { captured, dropped }: PipelineResult): Promise<void> {
    const parts = partsOf(captured)
    const last = parts.length - 1
    return writer.write(
      projectId,
      ...parts.map((events, i) => [{ projectId, events, dropped: i === last ? dropped : [] }]),
    )
  }
  return {
    async capture(wire) {
      const request = await parseCaptureRequest(wire, deps.maxBodyBytes)
      const project = await findProject(request.token)
      const result = await run(request, deps.clock())
      if (result.captured.length === 0) await deps.dropped.add(project.id, result.dropped, deps.clock())
      else await store(project.id, result)
      return result.outcomes
    },
    async discard(wire, reason) {
      const request = await parseOrNothing(wire, deps.maxBodyBytes)
      if (request.token === null) return
      const project = await findProject(request.token)
      await deps.dropped.add(project.id, allDropped(request.events, reason), deps.clock())
    },
    deletePerson: (projectId, uuid, withEvents) =>
      deps.eraser.erase({ projectId, uuid, withEvents }, earlierEvents),
    resumeDeletions: (signal) => deps.eraser.resume(earlierEvents, signal),
    close: () => writer.close(),
  }
}

async function run(request: CaptureRequest, receivedMs: number): Promise<PipelineResult> {
  const pipeline = createPipeline(request, receivedMs)
  for (const events of chunksOf(request.events, EVENTS_AT_ONCE)) {
    pipeline.run(events)
    if (request.events.length > EVENTS_AT_ONCE) await otherWork()
  }
  return pipeline.result()
}

/** A group holds as much as a turn. */
function beginGroup(): (requests: readonly ProjectEvents[]) => boolean {
  let load = NO_LOAD
  return (requests) => {
    const all = requests.reduce((sum, { events }) => together(sum, loadOf(events)), load)
    const isTaken = fitsTurn(all)
    if (isTaken) load = all
    return isTaken
  }
}

/** Other products have their own protocols: a body that cannot be parsed counts as one event. */
async function parseOrNothing(wire: WireRequest, maxBodyBytes: number): Promise<CaptureRequest> {
  try {
    return await parseCaptureRequest(wire, maxBodyBytes)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const { authorization, query } = wire
    const token = sentToken({ authorization, query, body: null, events: [] })
    return { token, events: [null], sentAtMs: null }
  }
}

function allDropped(events: readonly unknown[], reason: IngestIssue): DroppedEvents[] {
  const tally = createDropTally()
  for (const event of events) tally.add(reason, event)
  return tally.counts()
}
