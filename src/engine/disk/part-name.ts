/**
 * The name of a part says which inserts it holds: `202601_3_7_1_9` is month 202601, inserts 3 to 7, merged once, with
 * mutation 9 applied. A name is never given a second time.
 */
export interface PartName {
  readonly text: string
  readonly partition: string
  readonly firstBlock: number
  readonly lastBlock: number
  /** How many merges are behind it; 0 for a part that an insert wrote. */
  readonly level: number
  /** The number of the last mutation that was applied to it; 0 for none. */
  readonly mutation: number
}

const NAME = /^([^_]+)_(\d+)_(\d+)_(\d+)(?:_(\d+))?$/

/** Null for a folder that is no part, such as `tmp_merge_202601_3_7_1` and `detached`. */
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

/** Whether the engine made the part from other parts: an insert has level 0 and no mutation. */
export const isDerived = ({ level, mutation }: PartName): boolean => level > 0 || mutation > 0

/** Whether `outer` was made from `inner`, directly or by further merges and mutations. */
export const isMadeFrom = (outer: PartName, inner: PartName): boolean =>
  outer.text !== inner.text &&
  outer.partition === inner.partition &&
  outer.firstBlock <= inner.firstBlock &&
  inner.lastBlock <= outer.lastBlock &&
  outer.level >= inner.level &&
  outer.mutation >= inner.mutation
