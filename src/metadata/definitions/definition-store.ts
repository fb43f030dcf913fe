import type { Metadata } from '#metadata/database/schema.ts'
import { lruOf } from '#shared/lru-of.ts'
import type {
  EventDefinition,
  EventDefinitionListOptions,
  ListedProperty,
  PropertyDefinition,
  PropertyDefinitionListOptions,
  SeenDefinitions,
  SeenPair,
  SeenProperty,
} from './definition.ts'
import { createDefinitionRecorder, type KnownDefinitions } from './definition-recorder.ts'
import { EVENTS, eventKey, PAIRS, PROPERTIES, propertyKey } from './definition-tables.ts'
import {
  countEvents,
  listEvents,
  listProperties,
  toEventDefinition,
  toPropertyDefinition,
} from './list-definitions.ts'
import { type KindOfProperty, propertyKinds } from './property-kinds.ts'
import { unknownEvents, unknownProperties } from './unknown-definitions.ts'
import { createUnsureCounts } from './unsure-counts.ts'

/** Stores the names of the events and properties that a project was sent. */
export interface DefinitionStore {
  /**
   * Adds the definitions of stored events. New names and kinds are on disk before it resolves. Counts of
   * known names are written at most once a second, and before definitions are read. So if the server is
   * killed, the last events are missing in the counts. A repeated call counts twice.
   *
   * New names beyond the limits of a project are not recorded: 10,000 events, 20,000 properties of a type,
   * 100,000 pairs of an event and its property.
   */
  add(seen: SeenDefinitions, nowMs: number): Promise<void>
  /** Writes the waiting counts. Must be called before the store closes. */
  writeCounts(): Promise<void>
  /**
   * Forgets which definitions are stored. Must be called when definitions were deleted. Each definition is
   * then looked up again at its next event.
   */
  forgetKnown(): void
  events(
    projectId: number,
    options: EventDefinitionListOptions,
  ): Promise<{ count: number; definitions: EventDefinition[] }>
  /**
   * Returns the number of events of these names, or of any name, that were counted in the project so far.
   * Events of the last seconds may be missing.
   */
  countEvents(projectId: number, names: readonly string[] | 'any'): Promise<number>
  /** Returns null if the id is unknown or of another project. */
  event(projectId: number, id: string): Promise<EventDefinition | null>
  /**
   * Returns a page of the properties of one type, and the number of all matching properties. Properties that
   * events of `eventNames` have come first; otherwise the order is by name.
   */
  properties(
    projectId: number,
    options: PropertyDefinitionListOptions,
  ): Promise<{ count: number; definitions: ListedProperty[] }>
  /** Returns null if the id is unknown or of another project. */
  property(projectId: number, id: string): Promise<PropertyDefinition | null>
  /**
   * Returns the names that no event of the project has. Empty if the project has reached the limit of
   * recorded names, because an event may then have a name that is not recorded.
   */
  unknownEvents(projectId: number, names: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Returns the properties that the project was never sent. If a type of property has reached the limit of
   * recorded properties, its properties are left out.
   */
  unknownProperties<Asked extends PropertyName>(
    projectId: number,
    properties: readonly Asked[],
  ): Promise<readonly Asked[]>
  /** Returns the properties with these names: of events, persons and groups of every type. */
  propertyKinds(projectId: number, names: readonly string[]): Promise<readonly KindOfProperty[]>
}
type PropertyName = Pick<SeenProperty, 'type' | 'groupTypeIndex' | 'name'>

/** Highest numbers of definitions of a project. They keep endless new names from filling the disk. */
export interface DefinitionLimits {
  readonly eventNames: number
  /** Limit for each type of property: of events, of persons, of all groups. */
  readonly properties: number
  /** Limit of pairs of an event and a property that it has. */
  readonly pairs: number
}
const LIMITS: DefinitionLimits = { eventNames: 10_000, properties: 20_000, pairs: 100_000 }

export function createDefinitionStore(metadata: Metadata, limits = LIMITS): DefinitionStore {
  const writer = createWriter(metadata, limits)
  // If nothing can be written, the definitions are shown with earlier counts. The duty that writes the
  // counts reports the failure.
  const tryToWriteCounts = () => writer.writeCounts().catch(() => undefined)
  return {
    ...writer,
    async events(projectId, options) {
      await tryToWriteCounts()
      return listEvents(metadata, projectId, options)
    },
    countEvents: (projectId, names) => countEvents(metadata, projectId, names),
    async event(projectId, id) {
      await tryToWriteCounts()
      // No index on the uuid is needed: the primary key narrows the search to one project, which has at most
      // 10,000 event definitions.
      const row = await metadata
        .selectFrom('event_definition')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('uuid', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : toEventDefinition(row)
    },
    async properties(projectId, options) {
      await tryToWriteCounts()
      return listProperties(metadata, projectId, options)
    },
    async property(projectId, id) {
      await tryToWriteCounts()
      const row = await metadata
        .selectFrom('property_definition')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('uuid', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : toPropertyDefinition(row)
    },
    unknownEvents: (projectId, names) => unknownEvents(metadata, projectId, names, limits.eventNames),
    unknownProperties: (projectId, properties) =>
      unknownProperties(metadata, projectId, properties, limits.properties),
    propertyKinds: (projectId, names) => propertyKinds(metadata, projectId, names),
  }
}

/**
 * Shortest time between two writes of counts. Writing 200 counts takes 2 ms, as much as storing 100 events,
 * and there can be twenty flushes a second.
 */
const WAIT_MS = 1_000
/**
 * Highest number of waiting rows. Waiting names that will be refused take memory too, and there can be any
 * number of them.
 */
const MAX_WAITING = 50_000
/** Highest number of known keys. Each takes about 150 bytes. */
const MAX_KNOWN = 400_000

function createWriter(
  metadata: Metadata,
  limits: DefinitionLimits,
): Pick<DefinitionStore, 'add' | 'writeCounts' | 'forgetKnown'> {
  const known: KnownDefinitions = lruOf(MAX_KNOWN)
  const events = createDefinitionRecorder(EVENTS, limits.eventNames, known)
  const properties = createDefinitionRecorder(PROPERTIES, limits.properties, known)
  const pairs = createDefinitionRecorder(PAIRS, limits.pairs, known)
  let writtenMs = Number.NEGATIVE_INFINITY
  let nowMs = 0
  const unsure = createUnsureCounts<SeenDefinitions>()

  const size = () => events.size() + properties.size() + pairs.size()
  /** Adds definitions to the waiting ones. Returns whether one of them may have to be recorded now. */
  function wait(seen: SeenDefinitions): boolean {
    const [newEvents, newProperties, newPairs] = [
      events.add(seen.events),
      properties.add(seen.properties),
      pairs.add(seen.pairs),
    ]
    return (
      newEvents.some((row) => !events.isRefused(row)) ||
      newProperties.some((row) => !properties.isRefused(row)) ||
      newPairs.some((row) => !pairs.isRefused(row) && parentsOf(row).every((key) => known.has(key)))
    )
  }
  async function writeWaiting(): Promise<void> {
    const seen = { events: events.take(), properties: properties.take(), pairs: pairs.take() }
    writtenMs = nowMs
    try {
      const written = await metadata.transaction().execute(async (transaction) => {
        const writtenEvents = await events.write(transaction, seen.events, nowMs)
        const writtenProperties = await properties.write(transaction, seen.properties, nowMs)
        const keys = new Set([...writtenEvents.map(eventKey), ...writtenProperties.map(propertyKey)])
        const possible = seen.pairs.filter((row) => parentsOf(row).every((key) => keys.has(key)))
        return {
          events: writtenEvents,
          properties: writtenProperties,
          pairs: await pairs.write(transaction, possible, nowMs),
        }
      })
      events.learn(written.events)
      properties.learn(written.properties)
      pairs.learn(written.pairs)
    } catch (error) {
      if (!unsure.keep(seen, error)) wait(seen)
      throw error
    }
  }
  async function writeCounts(): Promise<void> {
    for (const lost of await unsure.takeLost()) wait(lost)
    if (size() > 0) await writeWaiting()
  }
  return {
    writeCounts,
    forgetKnown() {
      known.clear()
      for (const recorder of [events, properties, pairs]) recorder.forgetFull()
    },
    async add(seen, atMs) {
      nowMs = atMs
      const hasNews = wait(seen)
      const isSoon = Math.abs(nowMs - writtenMs) < WAIT_MS && size() < MAX_WAITING
      if (hasNews || !isSoon) await writeCounts()
    },
  }
}

/**
 * Returns the keys of the event and of the property of a pair. A pair is recorded only if both are recorded.
 */
const parentsOf = ({ projectId, event, property }: SeenPair) => [
  eventKey({ projectId, name: event }),
  propertyKey({ projectId, type: 'event', groupTypeIndex: -1, name: property }),
]
