import { z } from 'zod'
import type { EventStore } from '#engine/event-store.ts'
import type { LocalEventStore } from '#engine/local-event-store.ts'
import { identifier, sql } from '#fragments/fragment.ts'
import { tableFolders } from './disk/table-folder.ts'

const Checked = z.object({ part_path: z.string(), is_passed: z.coerce.number(), message: z.string() })

/** Makes {@link LocalEventStore.check}, which reads the files of all tables in the engine's folder. */
export const checkTables =
  ({ rows }: Pick<EventStore, 'rows'>, engineFolder: string): LocalEventStore['check'] =>
  async (progress) => {
    const tables = tableFolders(engineFolder)
    const faults: string[] = []
    for (const [i, { table }] of tables.entries()) {
      const query = sql`CHECK TABLE ${identifier(table)}`
      const found = await rows(query, { name: 'verify.parts', projectId: null, isUpkeep: true })
      const failed = found.map((row) => Checked.parse(row)).filter(({ is_passed }) => is_passed === 0)
      for (const { part_path, message } of failed) faults.push(`${table}/${part_path}: ${message}`)
      progress(i + 1, tables.length)
    }
    return faults
  }
