import { type PartName, parsePartName } from '#engine/embedded/disk/part-name.ts'
import { isReplaceable, type StoredPart } from '#engine/embedded/disk/untrusted-parts.ts'
import type { PartRecord } from '#metadata/installation/installation-store.ts'

/** The parts of a table that the engine has, and the parts that it has set aside as unreadable. */
export interface PresentParts {
  readonly parts: readonly StoredPart[]
  readonly broken: readonly StoredPart[]
}

/**
 * Returns the recorded parts whose rows are missing. The rows of a recorded part are present in three cases:
 * - The engine has the part itself.
 * - It has a part that a merge or a mutation made of the part.
 * - After a repair, it has the parts of which the part was made.
 *
 * A part that is present but cannot be read is not returned, because it is reported elsewhere.
 */
export function missingParts(
  recorded: readonly PartRecord[],
  present: ReadonlyMap<string, PresentParts>,
): PartRecord[] {
  return recorded.filter((record) => {
    const name = parsePartName(record.name)
    const { parts, broken } = present.get(record.table) ?? NO_PARTS
    if (name === null) return false
    return (
      !parts.some((part) => covers(part.name, name)) &&
      !broken.some((part) => covers(part.name, name)) &&
      !isReplaceable({ name, rows: record.rows }, parts)
    )
  })
}

const NO_PARTS: PresentParts = { parts: [], broken: [] }

// Whether `outer` has all inserts of `inner`. The merge level is not compared: a part that is merged again
// after a repair may have a lower level.
const covers = (outer: PartName, inner: PartName): boolean =>
  outer.partition === inner.partition &&
  outer.firstBlock <= inner.firstBlock &&
  inner.lastBlock <= outer.lastBlock
