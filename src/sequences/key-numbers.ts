import { randomInt } from 'node:crypto'

/** Numbers for pairs of 32 bits, in the order in which they come: 0, 1, 2, … */
export interface KeyNumbers {
  numberOf(low: number, high: number): number
  /** How many pairs there are. */
  count(): number
  lowOf(number: number): number
  highOf(number: number): number
  /** By number, with room behind. Those of numbers that come later may not show in them. */
  lows(): Uint32Array
  highs(): Uint32Array
  /** What they take of memory. */
  bytes(): number
}

const NONE = 0xffff_ffff
const FIRST_BITS = 10

/** A table with open addressing: a Map of bigints would take a hundred nanoseconds for each row. */
export function createKeyNumbers(): KeyNumbers {
  let bits = FIRST_BITS
  let places = new Uint32Array(2 ** bits).fill(NONE)
  let lows = new Uint32Array(2 ** (bits - 1))
  let highs = new Uint32Array(2 ** (bits - 1))
  let count = 0
  // Senders of events choose the keys of groups: with known factors they could choose a hundred thousand for one place.
  const [lowFactor, highFactor] = [randomOdd(), randomOdd()]

  function placeOf(low: number, high: number): number {
    const mixed = Math.imul(low, lowFactor) + Math.imul(high, highFactor)
    // Products of numbers in a row are at even distances, which for some factors are small.
    let place = Math.imul(mixed ^ (mixed >>> 15), 0x9e37_79b1) >>> (32 - bits)
    for (let known = places[place] ?? NONE; known !== NONE; known = places[place] ?? NONE) {
      if (lows[known] === low && highs[known] === high) break
      place = place + 1 === places.length ? 0 : place + 1
    }
    return place
  }
  function grow(): void {
    bits++
    places = new Uint32Array(2 ** bits).fill(NONE)
    lows = twice(lows)
    highs = twice(highs)
    for (let number = 0; number < count; number++)
      places[placeOf(lows[number] ?? 0, highs[number] ?? 0)] = number
  }
  return {
    numberOf(low, high) {
      const place = placeOf(low, high)
      const known = places[place] ?? NONE
      if (known !== NONE) return known
      places[place] = count
      lows[count] = low
      highs[count] = high
      const number = count++
      // At most half full, so that a free place is near.
      if (count === lows.length) grow()
      return number
    },
    count: () => count,
    lowOf: (number) => lows[number] ?? 0,
    highOf: (number) => highs[number] ?? 0,
    lows: () => lows,
    highs: () => highs,
    bytes: () => places.byteLength + lows.byteLength + highs.byteLength,
  }
}

/** Of 32 bits. A product with a factor that is even would forget a bit of the other. */
const randomOdd = () => 2 * randomInt(2 ** 31) + 1

/** The numbers, with as much room again behind them. */
export function twice(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(2 * numbers.length)
  longer.set(numbers)
  return longer
}
