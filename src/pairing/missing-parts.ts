import { type PartName, parsePartName } from '#engine/disk/part-name.ts'
import { isReplaceable, type StoredPart } from '#engine/disk/untrusted-parts.ts'
import type { PartRecord } from '#metadata/installation/installation-store.ts'

/** The parts of a table that are there, and those that its folder keeps aside because they cannot be read. */
export interface PresentParts {
  readonly parts: readonly StoredPart[]
  readonly broken: readonly StoredPart[]
}

/**
 * The recorded parts whose rows are nowhere: neither in the part itself nor in one that a merge or a mutation made of it, nor,
 * after a repair, in the parts that it was made of. A part that is there and cannot be read is reported elsewhere.
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

// By the inserts alone: what is merged again after a repair may have fewer merges behind it.
const covers = (outer: PartName, inner: PartName): boolean =>
  outer.partition === inner.partition &&
  outer.firstBlock <= inner.firstBlock &&
  inner.lastBlock <= outer.lastBlock
