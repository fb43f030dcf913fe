import type { ActivePart } from './embedded/disk/active-parts.ts'
import type { DiskState } from './embedded/disk/disk-guard.ts'
import type { EventStore } from './event-store.ts'

/**
 * An event store whose files are in a folder of this machine and belong to this process. Adds what only such
 * a store has.
 */
export interface LocalEventStore extends EventStore {
  /** Returns the state of the disk of the folder. */
  diskState(): DiskState
  /** Returns a number that rises at the end of each insert and each change of data or tables. */
  writeCount(): number
  /**
   * Returns the parts of all tables, all of them whole and on disk; null while a write to the disk has
   * failed.
   */
  storedParts(): Promise<ActivePart[] | null>
  /**
   * Runs `look` with the parts of all tables while nothing is written and everything written is whole.
   * Merges and questions continue: files of parts never change, and the files of the given parts stay for 8
   * minutes. Writes wait for `look`, so it must be short and must not write itself.
   */
  frozen<T>(look: (parts: readonly ActivePart[]) => Promise<T>): Promise<T>
  /** Returns the bytes of the files that merges have replaced. The engine deletes them within minutes. */
  replacedBytes(): Promise<number>
  /**
   * Reads all files of all tables. Returns a sentence for each part that cannot be read. `progress` is told
   * how many of the tables have been read.
   */
  check(progress: (done: number, all: number) => void): Promise<string[]>
  /**
   * Makes the tables that the folder has lost; they have no rows then. Also empties the copies of the
   * metadata, which the next start fills. `folder` has the schema files, as for `migrate`.
   */
  remakeTables(folder: string): Promise<void>
}
