import type { HandedOut } from '#metadata/installation/metadata-state.ts'
import type { Mirror } from './mirror.ts'

export interface NumberMarks {
  /** Resolves when the event store knows these numbers: they are not given again if the metadata is lost. */
  note(projects: readonly HandedOut[]): Promise<void>
}

/** What the event store keeps of persons and groups. */
export interface MetadataCopies {
  /**
   * Resolves when events with these numbers may be stored. `isWritten` tells whether persons or groups of these projects have been
   * written; without that there is nothing to copy, and the events do not wait for the copies of other projects.
   */
  follow(numbers: readonly HandedOut[], isWritten: boolean): Promise<void>
}

export function createMetadataCopies(deps: {
  readonly mirror: Pick<Mirror, 'catchUp'>
  readonly marks: NumberMarks
}): MetadataCopies {
  // Projects of which a write was not followed to its end: their next events make it good.
  const behind = new Set<number>()
  return {
    async follow(numbers, isWritten) {
      const projectIds = numbers.map(({ projectId }) => projectId)
      if (!isWritten && !projectIds.some((id) => behind.has(id))) return
      for (const id of projectIds) behind.add(id)
      await deps.marks.note(numbers)
      await deps.mirror.catchUp()
      for (const id of projectIds) behind.delete(id)
    },
  }
}
