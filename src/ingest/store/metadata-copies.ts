import type { HandedOut } from '#metadata/installation/metadata-state.ts'
import type { Mirror } from './mirror.ts'

export interface NumberMarks {
  /**
   * Notes in the event store which numbers the persons and group types of these projects have. When the
   * promise resolves, these numbers are not given again, even if the metadata is lost.
   */
  note(projects: readonly HandedOut[]): Promise<void>
}

/** The copies of persons and groups in the event store, and the marks of their numbers. */
export interface MetadataCopies {
  /**
   * Resolves when events with these numbers may be stored. `isWritten` says whether persons or groups of
   * these projects have just been written. If not, and no earlier copy of these projects has failed, there
   * is nothing to copy, and the events do not wait for the copies of other projects.
   */
  follow(numbers: readonly HandedOut[], isWritten: boolean): Promise<void>
}

export function createMetadataCopies(deps: {
  readonly mirror: Pick<Mirror, 'catchUp'>
  readonly marks: NumberMarks
}): MetadataCopies {
  // Projects whose persons or groups were written but not copied completely. The next events of such a
  // project complete the copy.
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
