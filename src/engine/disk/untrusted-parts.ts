import { isDerived, isMadeFrom, type PartName } from './part-name.ts'

export interface StoredPart {
  readonly name: PartName
  /** As the part itself says; null where its file cannot be read. */
  readonly rows: number | null
}

/**
 * The derived parts that must give way to the parts they were made of, because their files may be incomplete. A part whose
 * sources are gone, or hold fewer rows than it says it has, is not among them: it may be the only copy.
 */
export function partsToSetAside(
  parts: readonly StoredPart[],
  isTrusted: (part: StoredPart) => boolean,
): StoredPart[] {
  const staying = new Set(parts)
  const setAside: StoredPart[] = []
  // From the inside out: a part may be made of another one that is not trusted either.
  for (const part of [...parts].sort(byDerivation)) {
    if (!isDerived(part.name) || isTrusted(part)) continue
    if (!isReplaceable(part, [...staying])) continue
    staying.delete(part)
    setAside.push(part)
  }
  return setAside
}

/** Whether the parts within a part hold at least its rows, so that nothing is lost without it. A mutation only removes rows. */
export function isReplaceable(part: StoredPart, others: readonly StoredPart[]): boolean {
  const within = others.filter((other) => isMadeFrom(part.name, other.name))
  const outermost = within.filter((one) => !within.some((other) => isMadeFrom(other.name, one.name)))
  if (outermost.length === 0) return false
  const rows = outermost.reduce((sum, one) => sum + (one.rows ?? 0), 0)
  return rows >= (part.rows ?? 0)
}

const byDerivation = ({ name: a }: StoredPart, { name: b }: StoredPart) =>
  a.level - b.level || a.mutation - b.mutation || a.lastBlock - a.firstBlock - (b.lastBlock - b.firstBlock)
