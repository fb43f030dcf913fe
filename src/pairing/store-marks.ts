import { parsePartName } from '#engine/embedded/disk/part-name.ts'
import { type StoredTable, storedTables } from '#engine/embedded/disk/stored-tables.ts'
import type { LocalEventStore } from '#engine/local-event-store.ts'
import { isDiskFull } from '#metadata/database/disk-full.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import {
  createInstallationStore,
  type NextParts,
  type PartRecord,
} from '#metadata/installation/installation-store.ts'
import { type HandedOut, listHandedOut } from '#metadata/installation/metadata-state.ts'
import { findMirrorVersion } from '#metadata/people/mirror-version.ts'
import { groupBy } from '#shared/group-by.ts'
import { openMarksFile } from './marks-file.ts'
import { marksOf } from './metadata-marks.ts'
import { missingParts, type PresentParts } from './missing-parts.ts'

/**
 * Keeps the high-water marks that show at the next start whether a store has lost something. The reasons
 * are in docs/decisions/0019-two-stores-one-pair.md.
 */
export interface StoreMarks {
  /**
   * Notes in the event store the numbers that projects have handed out. Call it after the transaction of the
   * metadata that hands them out, and before rows with these numbers are inserted. Resolves when they are
   * noted.
   */
  note(projects: readonly HandedOut[]): Promise<void>
  /** Notes in each store the progress of the other store. Does nothing if nothing has changed. */
  advance(): Promise<void>
  close(): Promise<void>
}

/** Opens the marks of two stores that match. A store without an installation id gets an installation id. */
export async function openStoreMarks(options: {
  readonly engine: LocalEventStore
  readonly metadata: Metadata
  readonly engineFolder: string
}): Promise<StoreMarks> {
  const { engine, metadata } = options
  const store = createInstallationStore(metadata)
  const { uuid, epoch } = await store.find()
  const reached = {
    epoch,
    mirrorVersion: await findMirrorVersion(metadata),
    projects: await listHandedOut(metadata),
  }
  const file = await openMarksFile(options.engineFolder, marksOf(uuid, reached))
  // This comes after the file is written: from now on, an event store without the file counts as a loss.
  await store.pair()
  let version = ''
  let recordedWrites = -1

  async function advance(): Promise<void> {
    const writes = engine.writeCount()
    // Merges alone need no record, because the parts that they make contain the merged rows.
    const hasWritten = writes !== recordedWrites
    if (!hasWritten && (await store.version()) === version) return
    // Deletions are read before the parts are listed, because a deletion that begins meanwhile may empty a
    // part.
    const settledDeletions = await store.settledDeletions()
    const parts = hasWritten ? await engine.storedParts() : null
    const next = parts === null ? null : nextParts(parts, () => storedTables(options.engineFolder))
    const advanced = await store.advance(next, settledDeletions)
    await file.note({ epoch: advanced.epoch, mirrorVersion: await findMirrorVersion(metadata) })
    version = advanced.version
    if (!advanced.isSettled) recordedWrites = -1
    else if (parts !== null) recordedWrites = writes
  }
  return {
    async note(projects) {
      await file.note({ projects, mirrorVersion: await findMirrorVersion(metadata) })
    },
    async advance() {
      try {
        await advance()
      } catch (error) {
        // On a full disk the marks stay too low. The only effect is that a loss may pass unnoticed.
        if (!isDiskFull(error)) throw error
      }
    },
    close: () => file.close(),
  }
}

/**
 * Returns the parts to record. While a deletion is under way, no parts of the event store are recorded,
 * because parts may become empty and vanish.
 */
const nextParts =
  (active: readonly PartRecord[], onDisk: () => readonly StoredTable[]): NextParts =>
  (recorded, isSettled) => {
    const isKnown = () => isSettled
    const vanished = missingParts(recorded.filter(isKnown), presentIn(active))
    // Recorded parts that are not there any more stay recorded, so that the next start notices the loss.
    // Parts that cannot be read are reported elsewhere.
    const missed = vanished.length === 0 ? [] : missingParts(vanished, byTable(onDisk()))
    return [...active.filter(isKnown), ...missed]
  }

const byTable = (tables: readonly StoredTable[]) => new Map(tables.map((table) => [table.table, table]))

function presentIn(active: readonly PartRecord[]): ReadonlyMap<string, PresentParts> {
  const named = active.flatMap(({ table, name: text, rows }) => {
    const name = parsePartName(text)
    return name === null ? [] : [{ table, part: { name, rows } }]
  })
  const parts = groupBy(
    named,
    ({ table }) => table,
    ({ part }) => part,
  )
  return new Map([...parts].map(([table, some]) => [table, { parts: some, broken: [] }]))
}
