import type { DroppedEventStore } from '../metadata/dropped-event-store.ts'
import type { IdentityStore } from '../metadata/identity-store.ts'
import type { ProjectStore } from '../metadata/project-store.ts'
import type { Clock } from '../shared/clock.ts'
import { RequestError } from '../shared/request-error.ts'
import { createBatchWriter } from './batch-writer.ts'
import type { CapturedEvent, DropReason } from './captured-event.ts'
import type { Deduplicator } from './deduplicate.ts'
import { createDropTally } from './drop-tally.ts'
import type { EventStore, StoredEvent } from './event-store.ts'
import { runPipeline } from './pipeline.ts'
import { readCaptureRequest, type WireRequest } from './protocol.ts'

export interface IngestDeps {
  readonly projects: Pick<ProjectStore, 'byToken'>
  readonly identity: IdentityStore
  readonly dropped: DroppedEventStore
  readonly events: EventStore
  readonly deduplicator: Deduplicator
  readonly clock: Clock
  /** Largest body after inflation. */
  readonly maxBodyBytes: number
}

export interface Ingest {
  /** Takes one capture request. Resolves once all its storable events are durable and visible. @throws RequestError */
  capture(request: WireRequest): Promise<void>
  /** Writes what is waiting and refuses more. */
  close(): Promise<void>
}

interface ProjectEvent {
  readonly projectId: number
  readonly event: CapturedEvent
}

const MiB = 1024 * 1024
/** What an event takes beside its properties, roughly. */
const EVENT_CHARACTERS = 200

export function createIngest(deps: IngestDeps): Ingest {
  const writer = createBatchWriter<ProjectEvent>({
    prepare: (items, settled) => prepare(deps, items, settled),
    weightOf: ({ event }) => event.properties.length + EVENT_CHARACTERS,
    maxGroup: 64 * MiB,
    maxWaiting: 256 * MiB,
  })
  return {
    async capture(request) {
      const { token, events } = await readCaptureRequest(request, deps.maxBodyBytes)
      const project = await projectOf(deps, token)
      const { captured, dropped } = runPipeline(events, deps.clock())
      await deps.dropped.add(project.id, dropped, deps.clock())
      if (captured.length > 0) await writer.write(captured.map((event) => ({ projectId: project.id, event })))
    },
    close: () => writer.close(),
  }
}

async function projectOf(deps: IngestDeps, token: string | null) {
  const refused = (code: string, message: string) => new RequestError('unauthenticated', code, message)
  if (token === null)
    throw refused(
      'missing_api_key',
      'API key not provided. You can find your project API key in your project settings.',
    )
  if (token.startsWith('phx_'))
    throw refused(
      'invalid_personal_api_key',
      'A personal API key cannot capture events: use the project token, phc_...',
    )
  const project = await deps.projects.byToken(token)
  if (project === null) throw refused('invalid_api_key', `No project has the token '${token.slice(0, 12)}'.`)
  return project
}

/** Leaves repetitions out and finds persons; returns the write. Every step can be repeated without harm. */
async function prepare(
  deps: IngestDeps,
  items: readonly ProjectEvent[],
  settled: () => Promise<void>,
): Promise<() => Promise<void>> {
  const nowMs = deps.clock()
  const rows: StoredEvent[] = []
  for (const [projectId, events] of byProject(items)) {
    const { fresh, repeated } = await deps.deduplicator.onlyNew(projectId, events, settled)
    await countDropped(deps, projectId, 'duplicate_uuid', repeated)
    const persons = await deps.identity.personsOf(
      projectId,
      new Set(fresh.map((event) => event.distinctId)),
      nowMs,
    )
    for (const event of fresh) rows.push({ ...event, projectId, person: personOf(persons, event) })
  }
  // The rows are written down now, while the group before is being inserted, and not when their turn comes.
  const insert = deps.events.prepareInsert(rows, nowMs)
  return async () => {
    const unreadable = await insert()
    for (const event of unreadable) await countDropped(deps, event.projectId, 'unreadable_by_engine', [event])
  }
}

function personOf(persons: ReadonlyMap<string, number>, event: CapturedEvent): number {
  const person = persons.get(event.distinctId)
  if (person === undefined) throw new Error('A distinct id was left without a person')
  return person
}

function byProject(items: readonly ProjectEvent[]): Map<number, CapturedEvent[]> {
  const projects = new Map<number, CapturedEvent[]>()
  for (const { projectId, event } of items) {
    const events = projects.get(projectId)
    if (events === undefined) projects.set(projectId, [event])
    else events.push(event)
  }
  return projects
}

async function countDropped(
  deps: IngestDeps,
  projectId: number,
  reason: DropReason,
  events: readonly CapturedEvent[],
): Promise<void> {
  const tally = createDropTally()
  for (const event of events) tally.add(reason, event)
  await deps.dropped.add(projectId, tally.counts(), deps.clock())
}
