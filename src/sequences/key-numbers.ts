import { randomInt } from 'node:crypto'

/** Assigns numbers to pairs of 32-bit halves, in the order in which they come: 0, 1, 2, … */
export interface KeyNumbers {
  numberOf(low: number, high: number): number
  /** Returns how many pairs there are. */
  count(): number
  lowOf(number: number): number
  highOf(number: number): number
  /**
   * The halves of the pairs by number, followed by unused room. An array that was returned earlier may not
   * have the pairs that came later.
   */
  lows(): Uint32Array
  highs(): Uint32Array
  /** Returns the bytes of memory that the table takes. */
  bytes(): number
}

const NONE = 0xffff_ffff
const FIRST_BITS = 10

/** Creates a table with open addressing. A Map of bigints would take a hundred nanoseconds for each row. */
export function createKeyNumbers(): KeyNumbers {
  let bits = FIRST_BITS
  let places = new Uint32Array(2 ** bits).fill(NONE)
  let lows = new Uint32Array(2 ** (bits - 1))
  let highs = new Uint32Array(2 ** (bits - 1))
  let count = 0
  // Senders of events choose the keys of groups. If the factors were known, they could choose a hundred
  // thousand keys for one place of the table.
  const [lowFactor, highFactor] = [randomOdd(), randomOdd()]

  function placeOf(low: number, high: number): number {
    const mixed = Math.imul(low, lowFactor) + Math.imul(high, highFactor)
    // Products of consecutive numbers have equal distances, which are small for some factors. Mixing the
    // bits once more spreads them.
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
 * Returns a random odd number of 32 bits. A product with an even factor would lose a bit of the other
 * factor.
 */
const randomOdd = () => 2 * randomInt(2 ** 31) + 1

/** Returns the numbers, followed by as much room again. */
export function twice(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(2 * numbers.length)
  longer.set(numbers)
  return longer
}
