import fc from 'fast-check'
import { expect } from 'vitest'
import { EVERYTHING, type GivenEvent, type GivenMatcher, type Scalar } from './filter-definition.ts'
import { givenBreakdown } from './given-breakdowns.ts'
import { toEpochMs } from './given-instants.ts'
import { fewFilters, givenCalendar, givenOccurrence, givenSubject } from './given-occurrences.ts'
import { INTERVALS, MOST_DAYS } from './given-ranges.ts'
import { givenWorld, inWorld } from './given-world.ts'
import { wallDate } from './local-time.ts'
import type { Period } from './period-definition.ts'
import { dateOf } from './range-definition.ts'
import {
  actorsBehind,
  appearancesOf,
  type DefinedCell,
  type GivenRetention,
  intervalKeys,
  lastMs,
} from './retention-definition.ts'
import { type DefinedRow, retentionByDefinition } from './retention-row-definition.ts'
import type { AnsweredCohort, RetentionStore } from './retention-store.ts'
import { inSessions } from './session-definition.ts'

interface GivenRetentionHistory extends GivenRetention {
  readonly events: readonly GivenEvent[]
  /** Decides for which value of the answer people are asked. */
  readonly looked: number
}

const HOUR_MS = 3_600_000

/**
 * Ends of the range around the clock change, and up to some intervals before it. Some of the given dates are
 * explicit.
 */
const givenEnd = (changeMs: number, interval: GivenRetention['interval']) => {
  const instant = fc
    .integer({ min: -MOST_DAYS[interval] * 12, max: 4 * 24 })
    .map((hours) => new Date(changeMs + hours * HOUR_MS).toISOString())
  const relative = interval === 'hour' ? ['-1h', '-5h'] : ['-1d', '-3d', '-5h', 'dStart']
  const upTo = (to: string | null, isExplicit = false) => ({ to, isExplicit })
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(upTo(null)) },
    fc.constantFrom(...relative).map((to) => upTo(to)),
    instant.map((at) => upTo(at)),
    instant.map((at) => upTo(at.slice(0, 10))),
    fc.tuple(instant, fc.boolean()).map(([at, isDay]) => upTo(isDay ? at.slice(0, 10) : at, true)),
  )
}

/** Numbers of intervals: few, or more than a UInt64 has bits. */
const givenCount = (interval: GivenRetention['interval']) =>
  interval === 'hour' || interval === 'day'
    ? fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 9 }) }, fc.integer({ min: 63, max: 66 }))
    : fc.integer({ min: 1, max: 6 })

/**
 * Target and returning events, often without filters, so that persons come back at all, and often the same
 * event twice.
 */
const given = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('paid', 'paid', 'Paid', null).map(plain) },
  { weight: 1, arbitrary: givenSubject },
)
function plain(event: string | null): GivenMatcher {
  return { event, properties: EVERYTHING }
}
const givenPair = fc
  .tuple(given, fc.option(given, { freq: 3 }))
  .map(([target, other]) => ({ target, returning: other ?? target }))

/**
 * Events with properties that breakdowns ask for. There are few sessions, so that several events share one.
 */
const occurrence = fc
  .tuple(
    givenOccurrence,
    fc.record(
      {
        size: fc.constantFrom<Scalar>('a', 'b', 'c', 1, 10),
        amount: fc.constantFrom<Scalar>(0, 2, 3.5, '5', -3, 'abc'),
        url: fc.constantFrom('https://example.com/a//', 'https://example.com/a?b', '/', ''),
        $session_id: fc.constantFrom('s1', 's2'),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([one, own]) => ({ ...one, properties: { ...one.properties, ...own } }))

/** Puts the day into the session's id, so that a session lasts a day at most. */
function inSessionOfDay<T extends Pick<GivenEvent, 'atMs' | 'properties'>>(event: T): T {
  const { $session_id: id } = event.properties
  if (id === undefined) return event
  const day = Math.floor(event.atMs / (24 * HOUR_MS))
  return { ...event, properties: { ...event.properties, $session_id: `${id} ${day}` } }
}

const givenRetention = (timezone: string, changeMs: number): fc.Arbitrary<GivenRetentionHistory> =>
  fc.constantFrom(...INTERVALS).chain((interval) =>
    fc
      .record({
        end: givenEnd(changeMs, interval),
        totalIntervals: givenCount(interval),
        calendar: givenCalendar(timezone, changeMs),
        pair: givenPair,
        properties: fc.oneof({ weight: 2, arbitrary: fc.constant(EVERYTHING) }, fewFilters),
        type: fc.constantFrom<GivenRetention['type']>(
          'retention_recurring',
          'retention_recurring',
          'retention_first_time',
          'retention_first_ever_occurrence',
        ),
        isCumulative: fc.boolean(),
        minimumOccurrences: fc.constantFrom(1, 1, 1, 2, 3),
        isRolling: fc.boolean(),
        brackets: fc.oneof(
          { weight: 2, arbitrary: fc.constant([]) },
          fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
        ),
        reference: fc.constantFrom('total' as const, 'previous' as const),
        groupTypeIndex: fc.constantFrom(null, null, null, 0, 4),
        // A retention has only one page of rows.
        breakdown: fc.option(
          givenBreakdown(['property', 'cohorts', 'bins', 'list']).map((one) => ({ ...one, offset: 0 })),
          { freq: 2 },
        ),
        summed: fc.option(
          fc.record({
            as: fc.constantFrom('sum' as const, 'avg' as const),
            property: fc.constantFrom(
              { on: 'event', key: 'amount' } as const,
              { on: 'event', key: 'amount' } as const,
              { on: 'person', key: 'size' } as const,
            ),
          }),
          { freq: 2 },
        ),
        events: fc.array(occurrence, { maxLength: 60, size: 'max' }),
        world: givenWorld,
        looked: fc.nat(1000),
      })
      .map(({ end, pair, events, world, ...rest }) => ({
        asked: { ...rest, ...end, ...pair, interval, ...(rest.summed !== null && OF_SUMS) },
        events: events.map(inWorld(world)),
      }))
      .filter(({ asked }) => !isInDayLeftOut(asked) && !isOfGroupsInCohorts(asked))
      .map(({ asked, events }) => {
        const period = periodOf(asked)
        const placed = events.map(({ when, ...one }) => ({
          ...one,
          atMs: toEpochMs(when, changeMs, [period]),
        }))
        return { ...asked, events: inSessions(placed.map(inSessionOfDay)) }
      }),
  )

/**
 * Fields of a question about sums. Such a question may not be rolling or cumulative, and does not read
 * `minimumOccurrences`.
 */
const OF_SUMS = { isRolling: false, isCumulative: false, minimumOccurrences: 1 }

// The end of a day that the zone left out is read as the end of the next day. given-trends.ts has the same
// rule.
const isInDayLeftOut = ({ to, calendar }: GivenRetention) =>
  calendar.timezone === 'Pacific/Apia' && to !== null && dateOf(to, calendar) === '2011-12-30'

/**
 * Whether a retention of groups has a breakdown by cohorts. The server refuses it, because only persons are
 * in cohorts.
 */
const isOfGroupsInCohorts = ({ groupTypeIndex, breakdown }: GivenRetention) =>
  groupTypeIndex !== null && breakdown !== null && 'cohorts' in breakdown.by

/** Returns the range of a question. Events are placed at its edges. */
function periodOf(asked: GivenRetention): Period {
  const { interval, calendar } = asked
  const [first = ''] = intervalKeys(asked)
  const atMs = lastMs(asked)
  return {
    startsWithInterval: true,
    first: interval === 'hour' ? { hourMs: Date.parse(first) } : { date: first },
    last: interval === 'hour' ? { atMs } : { date: wallDate(atMs, calendar.timezone) },
    interval,
    calendar,
  }
}

/** Chooses a value that counts actors, if there is one. Returns null for an answer without rows. */
function cellOf(answer: readonly DefinedRow[], looked: number): DefinedCell | null {
  const cells = answer.flatMap(({ row, cohorts }) =>
    cohorts.flatMap(({ counts }, cohort) => counts.map((count, value) => ({ cohort, value, row, count }))),
  )
  const peopled = cells.filter(({ count }) => count > 0)
  const chosen = peopled.length === 0 ? cells : peopled
  const found = chosen[looked % chosen.length]
  return found === undefined ? null : { cohort: found.cohort, value: found.value, row: found.row }
}

const cohortsIn = (rows: readonly DefinedRow[]): AnsweredCohort[] =>
  rows.flatMap(({ row, cohorts }) =>
    cohorts.map((cohort) => (row === null ? cohort : { ...cohort, breakdownValue: row.breakdownValue })),
  )

/**
 * Checks `batch` questions around one clock change. Their histories are stored at once, because storing takes
 * most of the time.
 */
export const retentionProperty = (store: RetentionStore, timezone: string, change: string, batch: number) =>
  fc.asyncProperty(
    // Without `noBias` the first run of a property has small values: few events, and nobody who comes back.
    fc.noBias(fc.array(givenRetention(timezone, Date.parse(change)), { minLength: batch, maxLength: batch })),
    async (questions) => {
      const ids = await store.give(questions.map(({ events }) => events))
      await Promise.all(
        questions.map(async (asked, i) => {
          const id = ids[i] ?? 0
          const { events, looked } = asked
          const defined = retentionByDefinition(events, asked)
          expect(await store.answer(id, asked), JSON.stringify(asked)).toEqual(cohortsIn(defined))
          const cell = cellOf(defined, looked)
          if (cell === null) return
          const people = await store.people(id, asked, cell)
          const expected = actorsBehind(events, asked, cell).map((actor) => [
            actor,
            appearancesOf(actor, events, asked, cell),
          ])
          expect(people.toSorted(), JSON.stringify({ cell, asked })).toEqual(expected)
        }),
      )
    },
  )
