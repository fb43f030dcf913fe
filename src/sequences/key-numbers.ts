import { randomInt } from 'node:crypto'

/**
 * Assigns numbers to pairs of 32-bit numbers, the halves of a key. The numbers are 0, 1, 2 and so on, in
 * the order in which the pairs come.
 */
export interface KeyNumbers {
  numberOf(low: number, high: number): number
  /** Returns how many pairs there are. */
  count(): number
  lowOf(number: number): number
  highOf(number: number): number
  /**
   * Returns the low halves of the pairs by number, followed by unused space. `highs` returns the high
   * halves. An array that was returned earlier may lack the pairs that came later.
   */
  lows(): Uint32Array
  highs(): Uint32Array
  /** Returns the bytes of memory that the table takes. */
  bytes(): number
}

const NONE = 0xffff_ffff
const FIRST_BITS = 10

/**
 * Creates the numbers with a hash table that has open addressing. A Map of bigints would take a hundred
 * nanoseconds for each row.
 */
export function createKeyNumbers(): KeyNumbers {
  let bits = FIRST_BITS
  let places = new Uint32Array(2 ** bits).fill(NONE)
  let lows = new Uint32Array(2 ** (bits - 1))
  let highs = new Uint32Array(2 ** (bits - 1))
  let count = 0
  // The factors are random, because senders of events choose the keys of groups. If they knew the factors,
  // they could choose a hundred thousand keys with the same place in the table.
  const [lowFactor, highFactor] = [randomOdd(), randomOdd()]

  function placeOf(low: number, high: number): number {
    const mixed = Math.imul(low, lowFactor) + Math.imul(high, highFactor)
    // Consecutive numbers have products with equal distances, which are small for some factors. Mixing the
    // bits once more spreads the products.
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
      // The table is at most half full, so a free place is near.
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

/**
 * Returns a random odd number of 32 bits. It must be odd, because a product with an even factor would lose
 * a bit of the other factor.
 */
const randomOdd = () => 2 * randomInt(2 ** 31) + 1

/** Returns an array of twice the length that begins with the given numbers. */
export function twice(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(2 * numbers.length)
  longer.set(numbers)
  return longer
}
