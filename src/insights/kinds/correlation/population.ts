import { type Fragment, numeral, sql } from '#fragments/fragment.ts'
import { numberList } from '#fragments/number-list.ts'
import type { Population } from './compare-sides.ts'
import type { FunnelPopulation } from './population-walk.ts'

/**
 * The highest number of actors in one statement. An actor takes 21 bytes of a statement, and a third more
 * because the bytes are written in base64. The engine accepts statements of at most 64 MiB.
 */
const ACTORS_AT_ONCE = 500_000

export function sizesOf({ converted }: FunnelPopulation): Population {
  const successes = converted.reduce((sum, one) => sum + one, 0)
  return { successes, failures: converted.length - successes }
}

/** Divides the actors into parts, each of which fits into one statement. Each actor is in one part. */
export function partsOf(population: FunnelPopulation): FunnelPopulation[] {
  const count = Math.ceil(population.actors.length / ACTORS_AT_ONCE)
  return Array.from({ length: count }, (_, part) => {
    const [from, to] = [part * ACTORS_AT_ONCE, (part + 1) * ACTORS_AT_ONCE]
    return {
      actors: population.actors.subarray(from, to),
      startsMs: population.startsMs.subarray(from, to),
      endsMs: population.endsMs.subarray(from, to),
      converted: population.converted.subarray(from, to),
    }
  })
}

/** Returns only the actors of one side. */
export function sideOf(population: FunnelPopulation, hasConverted: boolean): FunnelPopulation {
  const isOfSide = (_: unknown, place: number) => population.converted[place] === Number(hasConverted)
  const { actors } = population
  return {
    actors:
      actors instanceof BigUint64Array ? actors.filter((_, i) => isOfSide(_, i)) : actors.filter(isOfSide),
    startsMs: population.startsMs.filter(isOfSide),
    endsMs: population.endsMs.filter(isOfSide),
    converted: population.converted.filter(isOfSide),
  }
}

/**
 * Selects a row for each actor. The columns are `actor`, `has_converted`, and the times `after_ms` and
 * `before_ms` in ms since the start of the range. The events between these two times count, but not the
 * events at either time. For an actor who has not converted, `before_ms` is the first millisecond after the
 * window.
 */
export function populationRows(population: FunnelPopulation, windowMs: number): Fragment {
  const { actors, startsMs, endsMs, converted } = population
  return sql`-- the actors at step 1, with the times of their best runs
SELECT
  member.1 AS actor,
  member.2 AS after_ms,
  if(member.4 = 1, member.3, member.2 + ${numeral(windowMs + 1)}) AS before_ms,
  member.4 = 1 AS has_converted
FROM (
  SELECT arrayJoin(arrayZip(
    ${numberList(actors)},
    ${numberList(startsMs)},
    ${numberList(endsMs)},
    ${numberList(converted)}
  )) AS member
)`
}
