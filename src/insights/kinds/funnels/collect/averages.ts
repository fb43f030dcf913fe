import type { Times } from './times-by-place.ts'

/** Returns the average of the times; null if there are none. */
export function averageOf(times: Times): number | null {
  if (times.length === 0) return null
  let sum = 0
  for (let i = 0; i < times.length; i++) sum += times[i] as number
  return sum / times.length
}

/** The least and the greatest of a list of numbers. */
export interface Bounds {
  readonly least: number
  readonly greatest: number
}

export function boundsOf(times: Times): Bounds {
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < times.length; i++) {
    const ms = times[i] as number
    if (ms < least) least = ms
    if (ms > greatest) greatest = ms
  }
  return { least, greatest }
}
