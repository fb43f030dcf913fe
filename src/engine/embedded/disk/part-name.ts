/**
 * Name of a data part, which says which inserts the part holds: `202601_3_7_1_9` is month 202601, inserts 3
 * to 7, merged once, with mutation 9 applied. The engine never gives a name twice.
 */
export interface PartName {
  readonly text: string
  readonly partition: string
  readonly firstBlock: number
  readonly lastBlock: number
  /** Number of merges that led to the part; 0 for a part written by an insert. */
  readonly level: number
  /** Number of the last mutation applied to the part; 0 for none. */
  readonly mutation: number
}

const NAME = /^([^_]+)_(\d+)_(\d+)_(\d+)(?:_(\d+))?$/

/** Returns null if the folder is not a part, for example `tmp_merge_202601_3_7_1` or `detached`. */
export function parsePartName(text: string): PartName | null {
  const [, partition = '', first, last, level, mutation = '0'] = NAME.exec(text) ?? []
  if (level === undefined) return null
  return {
    text,
    partition,
    firstBlock: Number(first),
    lastBlock: Number(last),
    level: Number(level),
    mutation: Number(mutation),
  }
}

/**
 * Returns whether the engine made the part from other parts. A part of an insert has level 0 and no
 * mutation.
 */
export const isDerived = ({ level, mutation }: PartName): boolean => level > 0 || mutation > 0

/** Returns whether `outer` was made from `inner`, directly or through further merges and mutations. */
export const isMadeFrom = (outer: PartName, inner: PartName): boolean =>
  outer.text !== inner.text &&
  outer.partition === inner.partition &&
  outer.firstBlock <= inner.firstBlock &&
  inner.lastBlock <= outer.lastBlock &&
  outer.level >= inner.level &&
  outer.mutation >= inner.mutation
