import type { DataChange, DataVersions } from '#coordination/data-versions.ts'
import type { IdentityStatement } from '#identity/identity-statement.ts'
import type { CapturedEvent, DropReason } from '#ingest/captured-event.ts'
import type { DroppedEventStore } from '#metadata/definitions/dropped-event-store.ts'
import type { GroupStore } from '#metadata/groups/group-store.ts'
import type { IdentityStore } from '#metadata/people/identity-store.ts'
import type { Clock } from '#shared/clock.ts'
import { groupBy } from '#shared/group-by.ts'
import { parseExactJson } from '#shared/json-text.ts'
import type { DefinitionCounter } from './count-definitions.ts'
import type { Deduplicator } from './deduplicate.ts'
import { createDropTally } from './drop-tally.ts'
import type { EventStore, StoredEvent } from './event-store.ts'
import type { Mirror } from './mirror.ts'

export interface FlushDeps {
  readonly identity: IdentityStore
  readonly groups: Pick<GroupStore, 'record'>
  readonly dropped: Pick<DroppedEventStore, 'add'>
  readonly events: EventStore
  readonly deduplicator: Deduplicator
  readonly mirror: Mirror
  readonly definitions: DefinitionCounter
  readonly versions: Pick<DataVersions, 'begin'>
  readonly clock: Clock
  /** For the operator's log. */
  readonly warn: (sentence: string) => void
}

export interface ProjectEvent {
  readonly projectId: number
  readonly event: CapturedEvent
}

/**
 * Everything that a group of events needs before its rows can be inserted, in this order: repetitions left out, people
 * and groups known and mirrored, answers that lack the events out of date. Returns the insert, which must be called. Every step can be repeated without harm, so that a retry after a
 * crash finds its way.
 */
export async function prepareFlush(
  deps: FlushDeps,
  items: readonly ProjectEvent[],
  settled: () => Promise<void>,
): Promise<() => Promise<void>> {
  const rows: StoredEvent[] = []
  const byProject = groupBy(
    items,
    (item) => item.projectId,
    (item) => item.event,
  )
  for (const [projectId, events] of byProject) {
    const { fresh, repeated } = await deps.deduplicator.split(projectId, events, settled)
    await countDropped(deps, projectId, 'duplicate_uuid', repeated)
    rows.push(...(await recordPeople(deps, projectId, fresh)))
  }
  await deps.mirror.catchUp()
  // The rows are written down now, while the group before is being inserted, and not when their turn comes.
  const insert = deps.events.prepareInsert(rows, deps.clock())
  const end = await deps.versions.begin(changesBy(rows))
  return async () => {
    const unreadable = await insert().finally(end)
    // The events are stored: a client that is told otherwise would send those without a uuid a second time.
    await countStored(deps, rows, unreadable).catch((error: unknown) =>
      deps.warn(`Stored events could not be counted: ${error}`),
    )
  }
}

function changesBy(rows: readonly StoredEvent[]): DataChange[] {
  const byProject = groupBy(
    rows,
    (row) => row.projectId,
    (row) => row.name,
  )
  return [...byProject].map(([projectId, names]) => ({ projectId, what: 'events', names: new Set(names) }))
}

async function countStored(
  deps: FlushDeps,
  rows: readonly StoredEvent[],
  unreadable: readonly StoredEvent[],
): Promise<void> {
  const byProject = groupBy(
    unreadable,
    (event) => event.projectId,
    (event) => event,
  )
  for (const [projectId, events] of byProject)
    await countDropped(deps, projectId, 'unreadable_by_engine', events)
  await deps.definitions.count(rows)
}

/** Takes note of what the events say about persons and groups, and gives each its numbers. */
async function recordPeople(
  deps: FlushDeps,
  projectId: number,
  events: readonly CapturedEvent[],
): Promise<StoredEvent[]> {
  const statements = events.map(statementOf)
  const { numbers, refused, overfull } = await deps.identity.record(projectId, statements)
  const unmerged = refused.size === 0 ? [] : events.filter((_, i) => isIn(refused, statements[i]))
  await countDropped(deps, projectId, 'refused_merge', unmerged)
  const tooMuch =
    overfull.size === 0 ? [] : events.filter((event) => overfull.has(event.distinctId) && saysMore(event))
  await countDropped(deps, projectId, 'too_many_properties', tooMuch)
  const groups = await deps.groups.record(projectId, events)
  await countDropped(deps, projectId, 'too_many_properties', groups.overfull)
  const unindexed = events.filter((event) => typesIn(event).some((type) => !groups.indexes.has(type)))
  await countDropped(deps, projectId, 'group_type_limit', unindexed)
  return events.map((event) => storedEvent(event, projectId, numberOf(numbers, event), groups.indexes))
}

const saysMore = ({ person }: CapturedEvent) => person.set !== null || person.setOnce !== null
const isIn = <T>(set: ReadonlySet<T>, item: T | undefined) => item !== undefined && set.has(item)

// Field by field: copied with a spread, these two took 5 microseconds an event, more than parsing it.
const statementOf = ({ distinctId, atUs, person }: CapturedEvent): IdentityStatement => ({
  distinctId,
  atUs,
  hasProfile: person.hasProfile,
  setOnce: person.setOnce,
  set: person.set,
  unset: person.unset,
  merge: person.merge,
})
const storedEvent = (
  event: CapturedEvent,
  projectId: number,
  personNumber: number,
  groupIndexes: ReadonlyMap<string, number>,
): StoredEvent => ({
  projectId,
  personNumber,
  groupIndexes,
  uuid: event.uuid,
  name: event.name,
  distinctId: event.distinctId,
  timestampMs: event.timestampMs,
  atUs: event.atUs,
  properties: event.properties,
  shape: event.shape,
  person: event.person,
  groups: event.groups,
  groupStatement: event.groupStatement,
  groupIndex: event.groupStatement === null ? undefined : groupIndexes.get(event.groupStatement.type),
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

async function countDropped(
  deps: Pick<FlushDeps, 'dropped' | 'clock'>,
  projectId: number,
  reason: DropReason,
  events: readonly CapturedEvent[],
): Promise<void> {
  if (events.length === 0) return
  const tally = createDropTally()
  for (const event of events) tally.add(reason, sampleOf(event))
  await deps.dropped.add(projectId, tally.counts(), deps.clock())
}

// What a person recognises, without what this server made of it.
const sampleOf = ({ uuid, name, distinctId, timestampMs, properties }: CapturedEvent) => ({
  uuid,
  event: name,
  distinct_id: distinctId,
  timestamp: new Date(timestampMs).toISOString(),
  properties: readProperties(properties),
})

// What the engine cannot read may be no JSON either.
function readProperties(text: string): unknown {
  try {
    return parseExactJson(Buffer.from(text))
  } catch {
    return text
  }
}
