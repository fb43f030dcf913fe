/**
 * The statistics of the numbers of a property in one bucket. If the bucket has no number, all of them are
 * 0, like any value of a bucket without events.
 */
export interface Box {
  readonly min: number
  readonly p25: number
  readonly median: number
  readonly p75: number
  readonly max: number
  readonly mean: number
  /** How many numbers the bucket has. */
  readonly count: number
}

/**
 * The statistics in the order in which a row of the engine has them. The median is not among them, because
 * it is the value of the row.
 */
export const BOX_FIELDS = ['min', 'p25', 'p75', 'max', 'mean', 'count'] as const satisfies (keyof Box)[]

/** Returns the box of a bucket from its median and the other statistics, in the order of `BOX_FIELDS`. */
export function toBox(
  median: number,
  [min = 0, p25 = 0, p75 = 0, max = 0, mean = 0, count = 0]: readonly number[],
): Box {
  return { min, p25, median, p75, max, mean, count }
}
