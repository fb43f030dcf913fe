import { isDerived, isMadeFrom, type PartName } from './part-name.ts'

export interface StoredPart {
  readonly name: PartName
  /** Row count that the part itself states; null if its count file cannot be read. */
  readonly rows: number | null
}

/**
 * Returns the derived parts that must be replaced by their sources because their files may be incomplete.
 * A part is left in place if its sources are gone, or hold fewer rows than the part says it has: it may be
 * the only copy.
 */
export function partsToSetAside(
  parts: readonly StoredPart[],
  isTrusted: (part: StoredPart) => boolean,
): StoredPart[] {
  const staying = new Set(parts)
  const setAside: StoredPart[] = []
  // The loop goes from the innermost part outwards, because the source of a part may be untrusted itself.
  for (const part of [...parts].sort(byDerivation)) {
    if (!isDerived(part.name) || isTrusted(part)) continue
    if (!isReplaceable(part, [...staying])) continue
    staying.delete(part)
    setAside.push(part)
  }
  return setAside
}

/**
 * Returns whether the sources that are still there have at least as many rows as the part. If so, no row is
 * lost without the part. The sources may have more rows, because a mutation only removes rows.
 */
export function isReplaceable(part: StoredPart, others: readonly StoredPart[]): boolean {
  const within = others.filter((other) => isMadeFrom(part.name, other.name))
  const outermost = within.filter((one) => !within.some((other) => isMadeFrom(other.name, one.name)))
  if (outermost.length === 0) return false
  const rows = outermost.reduce((sum, one) => sum + (one.rows ?? 0), 0)
  return rows >= (part.rows ?? 0)
}

const byDerivation = ({ name: a }: StoredPart, { name: b }: StoredPart) =>
  a.level - b.level || a.mutation - b.mutation || a.lastBlock - a.firstBlock - (b.lastBlock - b.firstBlock)
