import { countIn } from './growing-list.ts'

/** Null without a number. */
export function averageOf(parts: readonly Float64Array[]): number | null {
  const count = countIn(parts)
  if (count === 0) return null
  let sum = 0
  for (const part of parts) for (let i = 0; i < part.length; i++) sum += part[i] as number
  return sum / count
}

/** The least and the greatest of some numbers. */
export interface Bounds {
  readonly least: number
  readonly greatest: number
}

export function boundsOf(parts: readonly Float64Array[]): Bounds {
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (const part of parts)
    for (let i = 0; i < part.length; i++) {
      const value = part[i] as number
      if (value < least) least = value
      if (value > greatest) greatest = value
    }
  return { least, greatest }
}
