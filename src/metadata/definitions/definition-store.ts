import type { Metadata } from '#metadata/database/schema.ts'
import type {
  EventDefinition,
  EventDefinitionListOptions,
  ListedProperty,
  PropertyDefinition,
  PropertyDefinitionListOptions,
  SeenDefinitions,
} from './definition.ts'
import { createKnownDefinitions } from './known-definitions.ts'
import { listEvents, listProperties, toEventDefinition, toPropertyDefinition } from './list-definitions.ts'
import { recordDefinitions } from './record-definitions.ts'
import { createRecordable, DEFINITION_LIMITS, type DefinitionLimits } from './recordable-names.ts'
import { createWaitingDefinitions } from './waiting-definitions.ts'

/** Which events and properties a project has. */
export interface DefinitionStore {
  /**
   * Adds what was seen. What is new, a name or a kind, is on disk before it resolves; counts of what is known are
   * written once a second at most and before anything is read, so that a server that is killed has counted the last
   * events not. Not to be repeated: it counts again.
   *
   * New names beyond the limits of a project are not recorded: 10,000 events, 20,000 properties of a type, 100,000 pairs
   * of an event and its property.
   */
  add(seen: SeenDefinitions, nowMs: number): Promise<void>
  /** Writes the counts that wait. Called before the store closes. */
  settle(): Promise<void>
  events(
    projectId: number,
    page: EventDefinitionListOptions,
  ): Promise<{ count: number; definitions: EventDefinition[] }>
  /** Null where the id is unknown or another project's. */
  event(projectId: number, id: string): Promise<EventDefinition | null>
  /** Those of the asked events first, then by name. */
  properties(
    projectId: number,
    page: PropertyDefinitionListOptions,
  ): Promise<{ count: number; definitions: ListedProperty[] }>
  /** Null where the id is unknown or another project's. */
  property(projectId: number, id: string): Promise<PropertyDefinition | null>
}

export function createDefinitionStore(
  metadata: Metadata,
  limits: DefinitionLimits = DEFINITION_LIMITS,
): DefinitionStore {
  const writer = createWriter(metadata, limits)
  return {
    ...writer,
    async events(projectId, page) {
      await writer.settle()
      return listEvents(metadata, projectId, page)
    },
    async event(projectId, id) {
      await writer.settle()
      // Without an index: the key narrows it to one project, which has 10,000 at most.
      const row = await metadata
        .selectFrom('event_definition')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('uuid', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : toEventDefinition(row)
    },
    async properties(projectId, page) {
      await writer.settle()
      return listProperties(metadata, projectId, page)
    },
    async property(projectId, id) {
      await writer.settle()
      const row = await metadata
        .selectFrom('property_definition')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('uuid', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : toPropertyDefinition(row)
    },
  }
}

/** Writing 200 counts takes 2 ms, as much as storing 100 events; there can be twenty flushes a second. */
const WAIT_MS = 1_000
/** Names that will be refused wait like others, and there is no end of them. */
const MAX_WAITING = 50_000

function createWriter(metadata: Metadata, limits: DefinitionLimits): Pick<DefinitionStore, 'add' | 'settle'> {
  const known = createKnownDefinitions()
  const recordable = createRecordable(limits, known)
  const waiting = createWaitingDefinitions()
  let writtenMs = Number.NEGATIVE_INFINITY
  let nowMs = 0
  const settle = async () => {
    if (waiting.size() === 0) return
    const seen = waiting.take()
    writtenMs = nowMs
    try {
      const recorded = await metadata.transaction().execute(async (transaction) => {
        const possible = await recordable(transaction, seen)
        await recordDefinitions(transaction, possible, nowMs)
        return possible
      })
      known.add(recorded)
    } catch (error) {
      waiting.add(seen)
      throw error
    }
  }
  return {
    settle,
    async add(seen, atMs) {
      nowMs = atMs
      waiting.add(seen)
      const isSoon = Math.abs(nowMs - writtenMs) < WAIT_MS && waiting.size() < MAX_WAITING
      const mayWait = isSoon && known.hasAll(seen)
      if (!mayWait) await settle()
    },
  }
}
