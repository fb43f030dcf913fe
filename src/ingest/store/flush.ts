import type { IngestIssue } from '#contract/ingest-issue.ts'
import type { BesideEvents, DataChange, DataVersions } from '#coordination/data-versions.ts'
import { EngineError } from '#engine/engine-error.ts'
import type { IdentityStatement } from '#identity/identity-statement.ts'
import type { CapturedEvent } from '#ingest/captured-event.ts'
import type { SharedTransaction } from '#metadata/database/shared-transaction.ts'
import type {
  DroppedEventStore,
  DroppedEvents,
  ProjectDrops,
} from '#metadata/definitions/dropped-event-store.ts'
import type { GroupStore } from '#metadata/groups/group-store.ts'
import type { HandedOut } from '#metadata/installation/metadata-state.ts'
import type { IdentityStore } from '#metadata/people/identity-store.ts'
import type { Clock } from '#shared/clock.ts'
import { errorWords } from '#shared/error-facts.ts'
import { groupBy } from '#shared/group-by.ts'
import { parseExactJson } from '#shared/json-text.ts'
import type { DefinitionCounter } from './count-definitions.ts'
import type { Deduplicator } from './deduplicate.ts'
import { createDropTally } from './drop-tally.ts'
import type { EventInserter, StoredEvent } from './event-inserter.ts'
import type { MetadataCopies } from './metadata-copies.ts'

export interface FlushDeps {
  readonly identity: Pick<IdentityStore, 'record'>
  readonly groups: Pick<GroupStore, 'record'>
  readonly dropped: Pick<DroppedEventStore, 'add' | 'count'>
  /** Runs work so that the metadata stores either all of its writes or none. */
  readonly together: <T>(work: (shared: SharedTransaction) => Promise<T>) => Promise<T>
  readonly events: EventInserter
  readonly deduplicator: Deduplicator
  readonly copies: MetadataCopies
  readonly definitions: DefinitionCounter
  readonly versions: Pick<DataVersions, 'begin'>
  readonly clock: Clock
  /** Writes a line to the operator's log. */
  readonly warn: (sentence: string) => void
}

/** The events of one request. */
export interface ProjectEvents {
  readonly projectId: number
  readonly events: readonly CapturedEvent[]
  /** Events of the request that the pipeline has dropped. */
  readonly dropped: readonly DroppedEvents[]
}

/**
 * Issues of the events in a group of requests. They are counted after the insert, so that an event of a
 * refused request counts once, although the request is sent again.
 */
type Issues = ProjectDrops[]

/**
 * Does everything that a group of requests needs before its rows can be inserted, in this order:
 * 1. Repetitions are left out.
 * 2. Cached results that lack the events are made out of date.
 * 3. Persons and groups are recorded.
 * 4. Their numbers are noted in the event store, and they are mirrored.
 *
 * Resolves with the insert, which the caller must call. Every step can be repeated without harm, so a retry
 * after a crash is safe.
 */
export async function prepareFlush(
  deps: FlushDeps,
  requests: readonly ProjectEvents[],
  earlierInserts: () => Promise<void>,
): Promise<() => Promise<void>> {
  // The space is checked before anything is recorded, so that a refused request leaves no person without
  // its events.
  deps.events.requireSpace()
  const issues: Issues = requests.map(({ projectId, dropped }) => ({ projectId, dropped }))
  const fresh = await splitAll(deps, requests, earlierInserts, issues)
  // The versions are written before the persons, so that the transaction of the persons is the last write of
  // the metadata that can fail.
  const end = await deps.versions.begin(changesBy(fresh))
  try {
    const insert = await recordAndMirror(deps, fresh, issues).catch(failedInsert)
    return async () => {
      const { rows, unreadable } = await insert().catch(failedInsert).finally(end)
      // The events are stored by now. After an error the client would send them again, and events without a
      // uuid would be stored twice.
      await countStored(deps, rows, unreadable, issues)
    }
  } catch (error) {
    await end()
    throw error
  }
}

// Turns an unknown error of a write into `insert_failed`, which tells the sender to try again. The write may
// have been one of events, persons, merges or marks.
function failedInsert(error: unknown): never {
  if (error instanceof EngineError && error.kind === 'other')
    throw new EngineError('insert_failed', error.message, error.code)
  throw error
}

interface FreshEvents {
  readonly projectId: number
  readonly events: readonly CapturedEvent[]
}

async function splitAll(
  { deduplicator }: FlushDeps,
  requests: readonly ProjectEvents[],
  earlierInserts: () => Promise<void>,
  issues: Issues,
): Promise<FreshEvents[]> {
  const byProject = groupBy(
    requests,
    (request) => request.projectId,
    (request) => request.events,
  )
  const all: FreshEvents[] = []
  for (const [projectId, lists] of byProject) {
    const { fresh, repeated, reused } = await deduplicator.split(projectId, lists.flat(), earlierInserts)
    addIssue(issues, projectId, 'duplicate_uuid', repeated)
    addIssue(issues, projectId, 'reused_uuid', reused)
    if (fresh.length > 0) all.push({ projectId, events: fresh })
  }
  return all
}

/**
 * Records and mirrors what the events say about persons and groups. Resolves with the function that inserts
 * the events. That function resolves with all rows, and with the rows that the engine could not read.
 */
async function recordAndMirror(deps: FlushDeps, fresh: readonly FreshEvents[], issues: Issues) {
  const { rows, isWritten } = await deps.together(async (shared) => {
    const recorded: StoredEvent[] = []
    for (const { projectId, events } of fresh)
      recorded.push(...(await recordPeople(deps, shared, projectId, events, issues)))
    return { rows: recorded, isWritten: shared.hasBegun() }
  })
  await deps.copies.follow(numbersIn(rows), isWritten)
  // The rows are written as text while the previous group is being inserted.
  const insert = deps.events.prepareInsert(rows, deps.clock())
  return async () => ({ rows, unreadable: await insert() })
}

function numbersIn(rows: readonly StoredEvent[]): HandedOut[] {
  const projects = new Map<number, HandedOut>()
  for (const { projectId, personNumber, groupIndexes } of rows) {
    const before = projects.get(projectId)
    if (before === undefined || before.nextPerson <= personNumber)
      projects.set(projectId, { projectId, nextPerson: personNumber + 1, groupTypes: groupIndexes.size })
  }
  return [...projects.values()]
}

const changesBy = (fresh: readonly FreshEvents[]): DataChange[] =>
  fresh.flatMap(({ projectId, events }) => [
    { projectId, what: 'events' as const, names: new Set(events.map(({ name }) => name)) },
    // The mirror later begins the same changes, when it copies persons and groups. The new versions of this
    // data are written here already, so that the mirror has no version left to write.
    ...besideEvents(events).map((what) => ({ projectId, what })),
  ])

function besideEvents(events: readonly CapturedEvent[]): BesideEvents[] {
  const isAny = (changes: (event: CapturedEvent) => boolean, ...what: BesideEvents[]) =>
    events.some(changes) ? what : []
  return [
    ...new Set([
      ...isAny(({ person }) => person.merge !== null, 'people', 'person_properties'),
      ...isAny(assigns, 'person_properties'),
      ...isAny(({ groupStatement }) => groupStatement !== null, 'group_properties'),
    ]),
  ]
}

const assigns = ({ person }: CapturedEvent) =>
  person.set !== null || person.setOnce !== null || person.unset !== null

async function countStored(
  deps: FlushDeps,
  rows: readonly StoredEvent[],
  unreadable: readonly StoredEvent[],
  issues: Issues,
): Promise<void> {
  const byProject = groupBy(
    unreadable,
    (row) => row.projectId,
    (row) => row.event,
  )
  for (const [projectId, events] of byProject) addIssue(issues, projectId, 'unreadable_by_engine', events)
  const warn = (error: unknown) => deps.warn(`Stored events will be counted later: ${errorWords(error)}`)
  await deps.dropped.count(issues, deps.clock()).catch(warn)
  await deps.definitions.count(rows).catch(warn)
}

/** Records what the events say about persons and groups, and gives each event its numbers. */
async function recordPeople(
  deps: FlushDeps,
  shared: SharedTransaction,
  projectId: number,
  events: readonly CapturedEvent[],
  issues: Issues,
): Promise<StoredEvent[]> {
  const statements = events.map(statementOf)
  const { numbers, refused, overfull } = await deps.identity.record(projectId, statements, shared)
  const unmerged = refused.size === 0 ? [] : events.filter((_, i) => isIn(refused, statements[i]))
  addIssue(issues, projectId, 'refused_merge', unmerged)
  const tooMuch =
    overfull.size === 0 ? [] : events.filter((event) => overfull.has(event.distinctId) && adds(event))
  addIssue(issues, projectId, 'too_many_properties', tooMuch)
  const groups = await deps.groups.record(projectId, events, shared)
  addIssue(issues, projectId, 'too_many_properties', groups.overfull)
  const unindexed = events.filter((event) => typesIn(event).some((type) => !groups.indexes.has(type)))
  addIssue(issues, projectId, 'group_type_limit', unindexed)
  return events.map((event) => ({
    event,
    projectId,
    personNumber: numberOf(numbers, event),
    groupIndexes: groups.indexes,
  }))
}

const adds = ({ person }: CapturedEvent) =>
  person.set !== null || person.setOnce !== null || person.merge !== null
const isIn = <T>(set: ReadonlySet<T>, item: T | undefined) => item !== undefined && set.has(item)

// The fields are copied one by one: a spread took 2.5 microseconds an event, as much as parsing the event.
const statementOf = ({ name, distinctId, atUs, person }: CapturedEvent): IdentityStatement => ({
  distinctId,
  atUs,
  hasProfile: person.hasProfile,
  setOnce: person.setOnce,
  set: person.set,
  unset: person.unset,
  merge: person.merge,
  identifies: name === '$identify' && person.merge !== null,
})

const NO_TYPES: readonly string[] = []

function typesIn({ groups, groupStatement }: CapturedEvent): readonly string[] {
  if (groups.length === 0 && groupStatement === null) return NO_TYPES
  return [...groups, ...(groupStatement === null ? [] : [groupStatement])].map(({ type }) => type)
}

function numberOf(numbers: ReadonlyMap<string, number>, event: CapturedEvent): number {
  const number = numbers.get(event.distinctId)
  if (number === undefined) throw new Error('A distinct id was left without a number')
  return number
}

function addIssue(
  issues: Issues,
  projectId: number,
  reason: IngestIssue,
  events: readonly CapturedEvent[],
): void {
  if (events.length === 0) return
  const tally = createDropTally()
  for (const event of events) tally.add(reason, sampleOf(event))
  issues.push({ projectId, dropped: tally.counts() })
}

// The sample has the field names that clients know.
const sampleOf = ({ uuid, name, distinctId, timestampMs, properties }: CapturedEvent) => ({
  uuid,
  event: name,
  distinct_id: distinctId,
  timestamp: new Date(timestampMs).toISOString(),
  properties: parseProperties(properties),
})

// Properties that the engine cannot read may also be invalid JSON.
function parseProperties(text: string): unknown {
  try {
    return parseExactJson(Buffer.from(text))
  } catch {
    return text
  }
}
