import { countIn, joined } from './growing-list.ts'

/** Null without a number. */
export function averageOf(parts: readonly Float64Array[]): number | null {
  const count = countIn(parts)
  if (count === 0) return null
  let sum = 0
  for (const part of parts) for (let i = 0; i < part.length; i++) sum += part[i] as number
  return sum / count
}

/** Of an even number of values the mean of the two in the middle; null without a number. */
export function medianOf(parts: readonly Float64Array[]): number | null {
  const count = countIn(parts)
  if (count === 0) return null
  const middle = Math.floor(count / 2)
  const upper = numberAt(parts, middle)
  return count % 2 === 1 ? upper : (numberAt(parts, middle - 1) + upper) / 2
}

/** The least and the greatest of some numbers. */
interface Bounds {
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

/** So many numbers are sorted rather than counted. */
const FEW = 2 ** 12
const BINS = 2 ** 12

/**
 * The number that a sorted list of all would have at `place`. The numbers are counted by their size, in bins of one width, until few are in the bin
 * that has the place: they are neither copied nor moved, as they can be tens of millions.
 */
export function numberAt(parts: readonly Float64Array[], place: number): number {
  let bounds = boundsOf(parts)
  let count = countIn(parts)
  let left = place
  while (count > FEW && bounds.least < bounds.greatest) {
    const counts = countByBin(parts, bounds)
    let bin = 0
    for (; left >= (counts[bin] as number); bin++) left -= counts[bin] as number
    count = counts[bin] as number
    bounds = boundsOfBin(parts, bounds, bin)
  }
  return bounds.least === bounds.greatest ? bounds.least : (numbersWithin(parts, bounds)[left] as number)
}

/** Never falls as the value rises. That of the greatest is the last one. */
const binOf = (value: number, { least, greatest }: Bounds): number =>
  Math.floor(((value - least) / (greatest - least)) * (BINS - 1))

function countByBin(parts: readonly Float64Array[], bounds: Bounds): Uint32Array {
  const counts = new Uint32Array(BINS)
  for (const part of parts)
    for (let i = 0; i < part.length; i++) {
      const value = part[i] as number
      if (value < bounds.least || value > bounds.greatest) continue
      const bin = binOf(value, bounds)
      counts[bin] = (counts[bin] as number) + 1
    }
  return counts
}

function boundsOfBin(parts: readonly Float64Array[], bounds: Bounds, bin: number): Bounds {
  let least = bounds.greatest
  let greatest = bounds.least
  for (const part of parts)
    for (let i = 0; i < part.length; i++) {
      const value = part[i] as number
      if (value < bounds.least || value > bounds.greatest || binOf(value, bounds) !== bin) continue
      if (value < least) least = value
      if (value > greatest) greatest = value
    }
  return { least, greatest }
}

function numbersWithin(parts: readonly Float64Array[], { least, greatest }: Bounds): Float64Array {
  const found = parts.map((part) => part.filter((value) => value >= least && value <= greatest))
  return joined(found).sort()
}
