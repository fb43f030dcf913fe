import { type Fragment, numeral, sql } from '#fragments/fragment.ts'
import type { RetentionPlan } from './plan.ts'

/**
 * Sets of the intervals in which an actor did something. An interval is an index from 0. A set is one value
 * of the engine. Each member returns an expression.
 */
export interface IntervalSets {
  /**
   * Aggregates into a set the intervals of an actor's events that match a condition. Null stands for all
   * events.
   */
  collect(place: Fragment, condition: Fragment | null): Fragment
  /** Aggregates into a set the intervals with at least `least` events that match a condition. */
  collectFrequent(place: Fragment, condition: Fragment, least: number): Fragment
  /** The set of the intervals in an array. */
  of(places: Fragment): Fragment
  /** The set of the intervals that occur in an array at least `least` times. */
  ofFrequent(places: Fragment, least: number): Fragment
  /** The set of a single interval. */
  only(place: Fragment): Fragment
  places(set: Fragment): Fragment
  has(set: Fragment, place: number): Fragment
  /** The distances from an interval to the later intervals of a set, and the distance 0. */
  distances(set: Fragment, from: Fragment): Fragment
}

export const setsOf = ({ query, period }: RetentionPlan): IntervalSets =>
  // Sums are computed from lists of intervals.
  query.summed === undefined ? intervalSets(period.buckets.length, query.minimumOccurrences) : LISTS

/** Number of bits of a UInt64. */
const MOST_BITS = 64
const FEW_BITS = 32

/**
 * Returns the form of sets for this many intervals. If they fit into a UInt64, a set has a bit for each
 * interval, and sets are joined by OR. Otherwise a set is a list. Only lists can count the events of an
 * interval.
 */
function intervalSets(intervals: number, minimumOccurrences: number): IntervalSets {
  if (intervals > MOST_BITS || minimumOccurrences > 1) return LISTS
  // A UInt32 takes half the bytes of a UInt64 in the keys of a GROUP BY, and has half the bits to look at.
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
