import { type Fragment, numeral, sql } from '#sql/fragment.ts'
import type { RetentionPlan } from './plan.ts'

/** The intervals in which an actor did something, by their places from 0, as one value for each actor. */
export interface IntervalSets {
  /** The aggregate of the places of those events of an actor for which a condition holds; null is every event. */
  collect(place: Fragment, condition: Fragment | null): Fragment
  /** The same for the places with at least `least` such events. */
  collectFrequent(place: Fragment, condition: Fragment, least: number): Fragment
  /** The set of the places in an array. */
  of(places: Fragment): Fragment
  /** The set of the places that an array has `least` times at least. */
  ofFrequent(places: Fragment, least: number): Fragment
  /** The set of one place. */
  only(place: Fragment): Fragment
  places(set: Fragment): Fragment
  has(set: Fragment, place: number): Fragment
  /** The distances of the later places of a set from a place, and 0. */
  distances(set: Fragment, from: Fragment): Fragment
}

export const setsOf = ({ query, period }: RetentionPlan): IntervalSets =>
  // The places of sums are in lists.
  query.summed === undefined ? intervalSets(period.buckets.length, query.minimumOccurrences) : LISTS

/** As many as a UInt64 has bits. */
const MOST_BITS = 64
const FEW_BITS = 32

/**
 * Sets of so many intervals: a bit each, joined by OR, where a UInt64 has room for them, else lists. The events of an interval
 * can be counted in lists only.
 */
function intervalSets(intervals: number, minimumOccurrences: number): IntervalSets {
  if (intervals > MOST_BITS || minimumOccurrences > 1) return LISTS
  // Half the bytes in the keys of groups, and half the bits to look at.
  return intervals > FEW_BITS ? bitsOf(sql`toUInt64(1)`) : bitsOf(sql`toUInt32(1)`)
}

function bitsOf(one: Fragment): IntervalSets {
  const bitOf = (place: Fragment) => sql`bitShiftLeft(${one}, ${place})`
  return {
    collect: (place, condition) =>
      condition === null
        ? sql`groupBitOr(${bitOf(place)})`
        : sql`groupBitOrIf(${bitOf(place)}, ${condition})`,
    collectFrequent() {
      throw new TypeError('A bit does not count')
    },
    of: (places) => sql`arrayReduce('groupBitOr', arrayMap(place -> ${bitOf(sql`place`)}, ${places}))`,
    ofFrequent() {
      throw new TypeError('A bit does not count')
    },
    only: bitOf,
    places: (set) => sql`bitPositionsToArray(${set})`,
    has: (set, place) => sql`bitTest(${set}, ${numeral(place)})`,
    distances: (set, from) => sql`bitPositionsToArray(bitOr(bitShiftRight(${set}, ${from}), 1))`,
  }
}

const LISTS: IntervalSets = {
  collect: (place, condition) =>
    condition === null
      ? sql`arraySort(groupUniqArray(toUInt16(${place})))`
      : sql`arraySort(groupUniqArrayIf(toUInt16(${place}), ${condition}))`,
  collectFrequent: (place, condition, least) => {
    const counted = sql`sumMapIf([toUInt16(${place})], [toUInt64(1)], ${condition})`
    return sql`arrayFilter((place, events) -> events >= ${numeral(least)}, ${counted}.1, ${counted}.2)`
  },
  of: (places) => sql`arraySort(arrayDistinct(arrayMap(place -> toUInt16(place), ${places})))`,
  ofFrequent: (places, least) => {
    const counted = sql`arrayReduce('sumMap', arrayMap(place -> [toUInt16(place)], ${places}), arrayMap(place -> [toUInt64(1)], ${places}))`
    return sql`arrayFilter((place, events) -> events >= ${numeral(least)}, ${counted}.1, ${counted}.2)`
  },
  only: (place) => sql`[toUInt16(${place})]`,
  places: (set) => set,
  has: (set, place) => sql`has(${set}, ${numeral(place)})`,
  distances: (set, from) =>
    sql`arrayConcat([0], arrayMap(place -> place - ${from}, arrayFilter(place -> place > ${from}, ${set})))`,
}
