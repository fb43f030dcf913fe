import type { DroppedEvents } from '#metadata/definitions/dropped-event-store.ts'
import { RequestError } from '#shared/request-error.ts'
import type { DropReason } from './captured-event.ts'
import { createFindProject, type FindProjectDeps } from './find-project.ts'
import { type EventOutcome, runPipeline } from './pipeline.ts'
import { createBatchWriter } from './store/batch-writer.ts'
import { createDropTally } from './store/drop-tally.ts'
import { type FlushDeps, type ProjectEvents, prepareFlush } from './store/flush.ts'
import type { PersonDeletion, PersonEraser } from './store/person-eraser.ts'
import { type CaptureRequest, readCaptureRequest, type WireRequest } from './wire/protocol.ts'
import { sentToken } from './wire/sent-token.ts'

export interface IngestDeps extends FlushDeps, FindProjectDeps {
  readonly eraser: PersonEraser
  /** Largest body after inflation. */
  readonly maxBodyBytes: number
}

export interface Ingest {
  /**
   * Takes one capture request. Resolves once all its storable events are durable and visible, with what became of each
   * event in the order of the request. @throws RequestError
   */
  capture(request: WireRequest): Promise<readonly EventOutcome[]>
  /**
   * Counts what was sent to a product that this server has not, and lets it go. What cannot be read counts as one.
   * @throws RequestError `unauthenticated` for a token that no project has.
   */
  discard(request: WireRequest, reason: DropReason): Promise<void>
  /** Deletes a person for good, with or without their events; null where the project has no such person. */
  deletePerson(projectId: number, uuid: string, withEvents: boolean): Promise<PersonDeletion | null>
  /** Finishes deletions that were interrupted. Rejects when one of them fails; calling it again is harmless. */
  resumeDeletions(signal: AbortSignal): Promise<void>
  /** Writes the events that wait, and refuses further ones. */
  close(): Promise<void>
}

const MiB = 1024 * 1024
/** What an event takes beside its properties, roughly. */
const EVENT_CHARACTERS = 200

export function createIngest(deps: IngestDeps): Ingest {
  const findProject = createFindProject(deps)
  const writer = createBatchWriter<ProjectEvents>({
    prepare: (requests, earlierInserts) => prepareFlush(deps, requests, earlierInserts),
    weightOf: ({ events }) =>
      events.reduce((sum, event) => sum + event.properties.length + EVENT_CHARACTERS, 0),
    maxGroup: 64 * MiB,
    maxWaiting: 256 * MiB,
  })
  // An empty write passes through the queue behind everything that was accepted before.
  const earlierEvents = () => writer.write([])
  return {
    async capture(wire) {
      const request = await readCaptureRequest(wire, deps.maxBodyBytes)
      const project = await findProject(request.token)
      const { captured, dropped, outcomes } = runPipeline(request, deps.clock())
      await deps.dropped.add(project.id, dropped, deps.clock())
      if (captured.length > 0) await writer.write([{ projectId: project.id, events: captured }])
      return outcomes
    },
    async discard(wire, reason) {
      const request = await readOrNothing(wire, deps.maxBodyBytes)
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

/** Such endpoints get protocols of their own; a body that is none of ours still counts as one. */
async function readOrNothing(wire: WireRequest, maxBodyBytes: number): Promise<CaptureRequest> {
  try {
    return await readCaptureRequest(wire, maxBodyBytes)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const { authorization, query } = wire
    const token = sentToken({ authorization, query, body: null, events: [] })
    return { token, events: [null], sentAtMs: null }
  }
}

function allDropped(events: readonly unknown[], reason: DropReason): DroppedEvents[] {
  const tally = createDropTally()
  for (const event of events) tally.add(reason, event)
  return tally.counts()
}
