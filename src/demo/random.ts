import { createHash } from 'node:crypto'

/** A stream of random numbers that depends only on the seed. */
export interface Random {
  /** Returns a number that is at least 0 and less than 1. */
  next(): number
  /** Returns a whole number between the bounds, both included. */
  integer(least: number, most: number): number
  /** Returns true with this probability. */
  chance(share: number): boolean
  pick<T>(choices: readonly T[]): T
  /** Returns a separate stream. Drawing from it does not change the later numbers of this stream. */
  fork(name: string): Random
}

const TWO_TO_32 = 2 ** 32

/**
 * Creates a stream by the generator sfc32, with 128 bits of state and a period of at least 2^64. The stream
 * is not suited for secrets.
 */
export function createRandom(seed: string): Random {
  const bytes = createHash('sha256').update(seed).digest()
  let [a, b, c, count] = [bytes.readInt32LE(0), bytes.readInt32LE(4), bytes.readInt32LE(8), 1]
  const next = () => {
    const sum = (a + b + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / TWO_TO_32
  }
  const integer = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    integer,
    chance: (share) => next() < share,
    pick<T>(choices: readonly T[]): T {
      const choice = choices[integer(0, choices.length - 1)]
      if (choice === undefined) throw new Error('There is nothing to pick from')
      return choice
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  }
}

/**
 * Returns `count` flags, of which this share is true, spread as evenly as possible. Used instead of random
 * numbers if a fact of the story must hold for every seed.
 */
export const spreadEvenly = (count: number, share: number): boolean[] =>
  Array.from({ length: count }, (_, i) => Math.floor((i + 1) * share) > Math.floor(i * share))
