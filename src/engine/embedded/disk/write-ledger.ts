import { type PartNames, type RepairDeps, repair } from './repair.ts'
import { partNamesOf } from './repair-tables.ts'
import { tableFolders } from './table-folder.ts'

/**
 * Compares the engine's count of failed writes with its last known value. While they are equal, everything
 * written is whole.
 */
export interface WriteLedger {
  /** The count when everything was last known to be whole. */
  cleanCount(): number
  isClean(): Promise<boolean>
  /** Returns the result of `look`; null if something written before its end may be incomplete. */
  ifClean<T>(look: () => Promise<T>): Promise<{ readonly value: T } | null>
  /**
   * Trusts the parts that were there at the previous call, and remembers the present parts for the next call.
   * Call it only after a look that found the count unchanged.
   */
  noteClean(): void
  /**
   * Repairs the tables, which nothing may use meanwhile. Returns how many parts were replaced by their
   * sources.
   */
  repair(): Promise<number>
}

export async function openWriteLedger(deps: RepairDeps): Promise<WriteLedger> {
  const namesNow = () => partNamesOf(tableFolders(deps.engineFolder))
  let cleanCount = await deps.failedWrites()
  let latest = namesNow()
  // The parts at the look before the latest one. Parts that are new at the latest look are not trusted yet:
  // such a part could get its name just before the look, and its last bytes after the look.
  let trusted: PartNames = latest
  const isClean = async () => (await deps.failedWrites()) === cleanCount
  return {
    cleanCount: () => cleanCount,
    isClean,
    async ifClean(look) {
      if (!(await isClean())) return null
      const value = await look()
      return (await isClean()) ? { value } : null
    },
    noteClean() {
      trusted = latest
      latest = namesNow()
    },
    async repair() {
      const { setAside, failedWrites, names } = await repair(deps, trusted)
      cleanCount = failedWrites
      latest = names
      trusted = names
      return setAside
    },
  }
}
