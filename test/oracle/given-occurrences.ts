import fc from 'fast-check'
import { EVERYTHING } from './filter-definition.ts'
import { givenMatcher } from './given-actions.ts'
import { givenGroup, givenProperties, URLS } from './given-filters.ts'
import { givenInstant } from './given-instants.ts'
import { givenGroups } from './given-world.ts'
import { type Period, periodOf } from './period-definition.ts'
import type { GivenCalendar, GivenInterval, GivenRange } from './range-definition.ts'

/** What an event has in addition to its person and name. */
export const circumstances = { when: givenInstant, properties: givenProperties, groups: givenGroups }

/** An event whose time is not decided yet. */
export const givenOccurrence = fc.record({
  person: fc.constantFrom(1, 1, 1, 2, 2, 3, 4),
  name: fc.constantFrom('paid', 'paid', 'paid', 'Paid'),
  ...circumstances,
})

/** Mostly no filter at all, so that events are left to count. */
export const fewFilters = fc.oneof({ weight: 3, arbitrary: fc.constant(EVERYTHING) }, givenGroup)

/** The events that a series counts. */
export const givenSubject = givenMatcher({
  names: ['paid', 'paid', null, 'Paid'],
  urls: URLS,
  properties: fewFilters,
})

export const givenCalendar = (timezone: string, changeMs: number) =>
  fc
    .record({
      nowSinceChangeMinutes: fc.oneof(
        fc.integer({ min: 0, max: 3 * 24 * 60 }),
        fc.integer({ min: 0, max: 3 * 24 }).map((hours) => hours * 60),
      ),
      weekStartDay: fc.constantFrom(0 as const, 1 as const),
    })
    .map(({ nowSinceChangeMinutes, weekStartDay }) => ({
      timezone,
      weekStartDay,
      nowMs: changeMs + nowSinceChangeMinutes * 60_000,
    }))

interface Asked {
  readonly range: GivenRange
  readonly interval: GivenInterval
  readonly calendar: GivenCalendar
}

/**
 * Returns the period of a question. A period of `all` begins with the first event, whose time is not
 * decided yet, so here it begins at the clock change.
 */
export function boundedPeriod({ range, interval, calendar }: Asked, changeMs: number): Period {
  const from = range.from === 'all' ? new Date(changeMs).toISOString() : range.from
  return periodOf({ ...range, from }, interval, calendar)
}
