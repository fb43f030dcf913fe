import fc from 'fast-check'
import { expect } from 'vitest'
import type { GivenEvent } from './filter-definition.ts'
import { toEpochMs } from './given-instants.ts'
import {
  boundedPeriod,
  fewFilters,
  givenCalendar,
  givenOccurrence,
  givenSubject,
} from './given-occurrences.ts'
import { hasBegun, INTERVALS, MOST_DAYS, rangeOf } from './given-ranges.ts'
import { givenWorld, inWorld } from './given-world.ts'
import { movedBack, periodKeys } from './period-definition.ts'
import { previousPeriod } from './previous-period-definition.ts'
import {
  type DefinedCell,
  type DefinedStickiness,
  type GivenStickiness,
  type GivenStickinessSeries,
  stickinessByDefinition,
  stickyActors,
} from './stickiness-definition.ts'

export interface GivenStickinessHistory extends GivenStickiness {
  readonly events: readonly GivenEvent[]
  /** A random number. It selects the number of the answer whose people the test asks for. */
  readonly looked: number
}
/** The tested side: a store of histories that answers questions about them. */
export interface StickinessStore {
  /** Stores each history as a new project, and resolves with the projects' ids. */
  give(histories: readonly (readonly GivenEvent[])[]): Promise<number[]>
  answer(projectId: number, asked: GivenStickiness): Promise<DefinedStickiness[]>
  /** Resolves with the actors behind one number, in order. */
  people(projectId: number, asked: GivenStickiness, cell: DefinedCell): Promise<(number | string)[]>
}

const math = fc.constantFrom<GivenStickinessSeries['math']>(
  'dau',
  'dau',
  'dau',
  'total',
  'weekly_active',
  'monthly_active',
  { uniqueGroup: 0 },
  { uniqueGroup: 0 },
  { uniqueGroup: 4 },
)
const series: fc.Arbitrary<GivenStickinessSeries> = fc
  .tuple(givenSubject, math)
  .map(([matcher, math]) => ({ ...matcher, math }))
const criteria = fc.record({
  operator: fc.constantFrom('gte' as const, 'lte' as const, 'exact' as const),
  value: fc.constantFrom(1, 2, 2, 3),
})
const compare = fc.record({
  to: fc.constantFrom(null, null, null, '-1d', '-3d', '-1w', '-14d', '-1m', '-2m', '-1y'),
})

export const givenStickiness = (timezone: string, changeMs: number): fc.Arbitrary<GivenStickinessHistory> =>
  fc.constantFrom(...INTERVALS).chain((interval) =>
    fc
      .record({
        range: rangeOf(changeMs, interval, MOST_DAYS[interval]),
        calendar: givenCalendar(timezone, changeMs),
        series: fc.array(series, { minLength: 1, maxLength: 3 }),
        properties: fewFilters,
        criteria: fc.option(criteria, { freq: 2 }),
        isCumulative: fc.boolean(),
        intervalCount: fc.constantFrom(undefined, undefined, 2, 3, 7),
        compare: fc.option(compare, { freq: 3 }),
        events: fc.array(givenOccurrence, { maxLength: 25, size: 'max' }),
        world: givenWorld,
        looked: fc.nat(1000),
      })
      .map(({ events, world, ...rest }) => {
        const { intervalCount, ...others } = rest
        const asked = { ...others, interval, ...(intervalCount !== undefined && { intervalCount }) }
        return { asked, events: events.map(inWorld(world)), periods: comparedPeriods(asked, changeMs) }
      })
      .filter(({ periods }) => periods.every((period) => periodKeys(period).length > 0))
      .map(({ asked, events, periods }) => {
        const placed = events.map(({ when, ...one }) => ({
          ...one,
          atMs: toEpochMs(when, changeMs, periods),
        }))
        return { ...asked, events: placed }
      })
      .filter(({ range, events, calendar }) => range.from !== 'all' || hasBegun(events, calendar.nowMs)),
  )

/**
 * Returns the periods at whose edges events are placed. Questions whose previous period is a single hour that
 * the clock jumped over are left out, because such a period has no interval.
 */
function comparedPeriods(asked: GivenStickiness, changeMs: number) {
  const current = boundedPeriod(asked, changeMs)
  return [current, previousPeriod(current, asked) ?? movedBack(current, { days: 1, months: 0 })]
}

/** Chooses one of the numbers of an answer. */
function cellOf(
  answer: readonly DefinedStickiness[],
  { series, looked }: GivenStickinessHistory,
): DefinedCell {
  const place = looked % answer.length
  const { compareLabel, days } = answer[place] as DefinedStickiness
  return {
    isPrevious: compareLabel === 'previous',
    series: place % series.length,
    // Few persons are active in many intervals, so small numbers of intervals are asked.
    active: 1 + (looked % Math.min(days.length, 3)),
  }
}

/**
 * Checks `batch` questions around one clock change. Their histories are stored at once, because storing takes
 * most of the time.
 */
export const stickinessProperty = (store: StickinessStore, timezone: string, change: string, batch: number) =>
  fc.asyncProperty(
    fc.array(givenStickiness(timezone, Date.parse(change)), { minLength: batch, maxLength: batch }),
    async (questions) => {
      const ids = await store.give(questions.map(({ events }) => events))
      await Promise.all(
        questions.map(async (asked, i) => {
          const id = ids[i] ?? 0
          const defined = stickinessByDefinition(asked.events, asked)
          expect(await store.answer(id, asked), JSON.stringify(asked)).toEqual(defined)
          const cell = cellOf(defined, asked)
          const people = await store.people(id, asked, cell)
          expect(people, JSON.stringify({ cell, asked })).toEqual(stickyActors(asked.events, asked, cell))
        }),
      )
    },
  )
