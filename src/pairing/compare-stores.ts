import type { StoredTable } from '#engine/embedded/disk/stored-tables.ts'
import type { PartRecord } from '#metadata/installation/installation-store.ts'
import type { MetadataState } from '#metadata/installation/metadata-state.ts'
import type { MetadataMarks } from './metadata-marks.ts'
import { missingParts } from './missing-parts.ts'

/** The state of the event store before the engine opens it. */
export interface EventStoreState {
  /** Null in a data folder that an older release wrote. */
  readonly marks: MetadataMarks | null
  readonly tables: readonly StoredTable[]
}

/** One way in which two stores do not belong together. */
export type Mismatch =
  | { readonly kind: 'metadata_missing' }
  /** The two stores have the ids of different installations. */
  | { readonly kind: 'foreign'; readonly metadata: string; readonly events: string }
  | { readonly kind: 'metadata_behind'; readonly behind: readonly Behind[] }
  | { readonly kind: 'events_missing' }
  | { readonly kind: 'marks_missing' }
  | { readonly kind: 'tables_missing'; readonly tables: readonly string[] }
  | { readonly kind: 'parts_missing'; readonly parts: readonly PartRecord[] }

/** Something that the event store has noted of the metadata, and that the metadata does not have. */
export type Behind =
  | { readonly what: 'changes' }
  | { readonly what: 'project'; readonly projectId: number }
  | { readonly what: 'persons' | 'group_types'; readonly projectId: number; readonly count: number }

/** Returns the signs that the two stores were not written together. Empty if there are none. */
export function compareStores(metadata: MetadataState | null, events: EventStoreState): Mismatch[] {
  const { marks, tables } = events
  if (metadata === null) {
    // At the first start, the metadata is made before the event store.
    const hasEvents = tables.some(({ table, parts }) => table === 'events' && parts.length > 0)
    return marks !== null || hasEvents ? [{ kind: 'metadata_missing' }] : []
  }
  if (marks !== null && metadata.installation !== null && metadata.installation !== marks.installation)
    return [{ kind: 'foreign', metadata: metadata.installation, events: marks.installation }]
  const behind = marks === null ? [] : behindMarks(metadata, marks)
  const mismatches: Mismatch[] = behind.length === 0 ? [] : [{ kind: 'metadata_behind', behind }]
  return [...mismatches, ...eventLosses(metadata, events)]
}

function eventLosses(metadata: MetadataState, { marks, tables }: EventStoreState): Mismatch[] {
  if (tables.length === 0) {
    // A folder of an older release has no marks. Its event store was made before its first distinct id, so
    // metadata with distinct ids had an event store.
    const isUsed = metadata.isPaired || metadata.projects.some(({ nextPerson }) => nextPerson > 1)
    return isUsed || marks !== null ? [{ kind: 'events_missing' }] : []
  }
  const mismatches: Mismatch[] = []
  if (metadata.isPaired && marks === null) mismatches.push({ kind: 'marks_missing' })
  const without = tables.filter(({ hasFolder }) => !hasFolder).map(({ table }) => table)
  if (without.length > 0) mismatches.push({ kind: 'tables_missing', tables: without })
  const parts = missingParts(metadata.parts, new Map(tables.map((table) => [table.table, table])))
  if (parts.length > 0) mismatches.push({ kind: 'parts_missing', parts })
  return mismatches
}

function behindMarks(metadata: MetadataState, marks: MetadataMarks): Behind[] {
  const projects = new Map(metadata.projects.map((project) => [project.projectId, project]))
  const behind = [...marks.projects].flatMap(([projectId, noted]): Behind[] => {
    const project = projects.get(projectId)
    if (project === undefined) return [{ what: 'project', projectId }]
    const persons = noted.nextPerson - project.nextPerson
    const types = noted.groupTypes - project.groupTypes
    return [
      ...(persons > 0 ? [{ what: 'persons', projectId, count: persons } as const] : []),
      ...(types > 0 ? [{ what: 'group_types', projectId, count: types } as const] : []),
    ]
  })
  const isBehind = marks.epoch > metadata.epoch || marks.mirrorVersion > metadata.mirrorVersion
  return behind.length === 0 && isBehind ? [{ what: 'changes' }] : behind
}
