import { EVERYTHING, type GivenEvent, type GivenMatcher } from './filter-definition.ts'
import type { GivenRetention } from './retention-definition.ts'
import { toldEvents } from './told-events.ts'

/** A question with its result, worked out by hand. */
export interface RetentionCase {
  readonly title: string
  readonly events: readonly GivenEvent[]
  readonly asked: GivenRetention
  /** The values of each cohort. */
  readonly expected: readonly (readonly number[])[]
  /** The sums or means of each cohort; absent if none are asked. */
  readonly expectedSums?: readonly (readonly number[])[]
}
interface ToldRetention extends Partial<Omit<GivenRetention, 'calendar'>> {
  readonly title: string
  readonly events: string
  readonly timezone?: string
  readonly weekStartDay?: 0 | 1
  readonly now?: string
  readonly expected: RetentionCase['expected']
  readonly expectedSums?: NonNullable<RetentionCase['expectedSums']>
}

const named = (event: string | null): GivenMatcher => ({ event, properties: EVERYTHING })
const free = { type: 'AND', values: [{ key: 'plan', operator: 'exact', value: 'free' }] } as const

const BY_PLAN: GivenRetention['breakdown'] = {
  by: { parts: [{ type: 'event', property: 'plan' }], isList: false },
  limit: null,
  hidesOther: false,
}

/**
 * Makes a case. By default it is Friday 2026-11-20, 12:00 UTC, weeks begin on Sunday, and the retention has
 * four days.
 */
function toCase({ title, events, expected, timezone = 'UTC', ...told }: ToldRetention): RetentionCase {
  const { weekStartDay = 0, now = '2026-11-20T12:00:00Z', expectedSums, ...rest } = told
  return {
    title,
    events: toldEvents(events),
    asked: {
      target: named('signed in'),
      returning: named('paid'),
      properties: EVERYTHING,
      type: 'retention_recurring',
      interval: 'day',
      totalIntervals: 4,
      to: null,
      isExplicit: false,
      isCumulative: false,
      minimumOccurrences: 1,
      isRolling: false,
      brackets: [],
      reference: 'total',
      groupTypeIndex: null,
      breakdown: null,
      summed: null,
      ...rest,
      calendar: { timezone, weekStartDay, nowMs: Date.parse(now) },
    },
    expected,
    ...(expectedSums !== undefined && { expectedSums }),
  }
}

const EXAMPLE = [
  'ada 11-17T09:00 11-19T09:00 paid@11-17T10:00 paid@11-18T08:00 paid@11-20T08:00',
  'bob 10-01T09:00 11-17T09:00 paid@11-18T10:00 paid@11-18T11:00',
  'cid 11-18T23:59 paid@11-19T00:01 paid@11-20T09:00',
  'dan 11-16T09:00 paid@11-17T09:00',
  'eve paid@11-18T09:00',
].join(', ')
const ofExample = (
  title: string,
  expected: RetentionCase['expected'],
  more: Partial<ToldRetention> = {},
) => ({
  ...more,
  title,
  events: EXAMPLE,
  expected,
})

// ada's payment before her sign-in does not count in value 0. Her payment without a number counts as 0.
const PAID = [
  'ada 11-17T09:00 paid@11-17T08:00+4 paid@11-17T10:00+5 paid@11-18T08:00+7 paid@11-18T09:00+free',
  'bob 11-17T09:00 paid@11-19T09:00+2 paid@11-20T09:00+8',
].join(', ')
const ofPaid = (
  as: 'sum' | 'avg',
  expected: RetentionCase['expected'],
  expectedSums: RetentionCase['expected'],
  more: Partial<ToldRetention> = {},
): ToldRetention => ({
  title: `the ${as} of numbers`,
  events: PAID,
  summed: { as, property: { on: 'event', key: 'plan' } },
  expected,
  expectedSums,
  ...more,
})
const LATER = [[0, 0, 0], [0, 0], [0]]

const CASES: readonly ToldRetention[] = [
  ofPaid('sum', [[2, 1, 1, 1], ...LATER], [[5, 7, 2, 8], ...LATER]),
  ofPaid('avg', [[2, 1, 1, 1], ...LATER], [[2.5, 7, 2, 8], ...LATER]),
  // bob's payments of both days are in one bracket, in which he is one actor.
  ofPaid('avg', [[2, 1, 1], ...LATER], [[2.5, 7, 10], ...LATER], { title: 'in brackets', brackets: [1, 2] }),
  ofPaid('sum', [[1, 1, 0, 0], [1, 0, 0], [1, 1], [1]], [[9, 7, 0, 0], [7, 0, 0], [2, 8], [8]], {
    title: 'the sum of one event has all of it in value 0',
    target: named('paid'),
  }),
  ofExample('the example', [[2, 2, 0, 1], [1, 1, 1], [1, 1], [0]]),
  ofExample('the example, first time', [[1, 1, 0, 1], [1, 1, 1], [0, 0], [0]], {
    type: 'retention_first_time',
  }),
  ofExample('the example, cumulative', [[2, 2, 1, 1], [1, 1, 1], [1, 1], [0]], { isCumulative: true }),
  ofExample('the example, at least 2 payments', [[2, 1, 0, 0], [1, 0, 0], [1, 0], [0]], {
    minimumOccurrences: 2,
  }),
  // Any event brings a person back: ada signs in again on the 19th.
  ofExample('any event', [[2, 2, 1, 1], [1, 1, 1], [1, 1], [0]], { returning: named(null) }),
  ofExample('signing in again', [[2, 0, 1, 0], [1, 0, 0], [1, 0], [0]], { returning: named('signed in') }),
  // The 16th to the 19th: dan signs in on the 16th and pays on the 17th.
  ofExample('up to a day', [[1, 1, 0, 0], [2, 2, 0], [1, 1], [1]], { to: '2026-11-19' }),
  // ada's payment of the 20th is at 08:00; cid's is after the end at 09:00.
  ofExample('up to an instant', [[2, 2, 0, 1], [1, 1, 0], [1, 1], [0]], {
    to: '2026-11-20T08:00:00Z',
    isExplicit: true,
  }),
  // ada starts on the 17th at 09:00 and pays in windows 0, 0 and 2. bob pays in window 1, cid in 0 and 1.
  ofExample('the example, rolling', [[2, 1, 1, 0], [1, 1, 0], [0, 0], [0]], { isRolling: true }),
  ofExample('the example, rolling and first time', [[1, 0, 1, 0], [1, 1, 0], [0, 0], [0]], {
    isRolling: true,
    type: 'retention_first_time',
  }),
  ofExample('the example, rolling and cumulative', [[2, 2, 1, 0], [1, 1, 0], [0, 0], [0]], {
    isRolling: true,
    isCumulative: true,
  }),
  ofExample('the example, rolling and at least 2 payments', [[2, 1, 0, 0], [1, 0, 0], [0, 0], [0]], {
    isRolling: true,
    minimumOccurrences: 2,
  }),
  {
    // The second payment is exactly 24 hours after the start, and the first one a millisecond before that.
    title: 'the edge of a window',
    events: 'ada 11-17T09:00 paid@11-18T08:59:59.999, bob 11-17T09:00 paid@11-18T09:00',
    isRolling: true,
    expected: [[2, 1, 0, 0], [0, 0, 0], [0, 0], [0]],
  },
  {
    // Berlin's 25 October has 25 hours: 24 hours after Saturday 12:00 it is Sunday 11:00 there.
    title: 'a window across a day of 25 hours',
    events: 'ada 10-24T10:00 paid@10-25T10:30, bob 10-24T10:00 paid@10-25T09:30',
    timezone: 'Europe/Berlin',
    totalIntervals: 3,
    to: '2026-10-26',
    isRolling: true,
    expected: [[2, 1, 0], [0, 0], [0]],
  },
  {
    // Windows of 30 days: 31 January 12:00 is 30 days after 1 January 12:00, so ada pays in window 1.
    title: 'months of 30 days',
    events: 'ada 01-01T12:00 paid@01-31T12:00, bob 01-01T12:00 paid@01-31T11:59:59.999',
    interval: 'month',
    totalIntervals: 3,
    now: '2026-03-20T12:00:00Z',
    isRolling: true,
    expected: [[2, 1, 0], [0, 0], [0]],
  },
  {
    // ada has a start in each row. In the row `free` it is at 10:00, and her payment with `free` is in window
    // 0 from there.
    title: 'windows of rows',
    events:
      'ada 11-17T09:00+pro 11-17T10:00+free paid@11-18T09:30+pro paid@11-18T09:30+free, bob 11-17T09:00+free',
    breakdown: BY_PLAN,
    isRolling: true,
    expected: [...[[2, 0, 0, 0], [0, 0, 0], [0, 0], [0]], ...[[1, 1, 0, 0], [0, 0, 0], [0, 0], [0]]],
  },
  // The bracket of the 18th and 19th has both payers; the bracket of the 20th has ada alone.
  ofExample('the example, in brackets', [[2, 2, 1], [1, 1], [1, 1], [0]], { brackets: [2, 1] }),
  ofExample('the example, in brackets after the range', [[2, 2, 1], [1, 1, 1], [1, 1], [0]], {
    brackets: [1, 5, 3],
  }),
  ofExample('the example, in brackets, rolling and cumulative', [[2, 2], [1, 1], [0, 0], [0]], {
    brackets: [3],
    isRolling: true,
    isCumulative: true,
  }),
  {
    // ada's very first sign-in is paid, and her first free one is on the 18th. bob's first one is free.
    title: 'the first event that matches',
    events:
      'ada 11-17T09:00+paid 11-18T09:00+free paid@11-19T09:00, bob 11-17T09:00+free 11-18T09:00+free paid@11-18T09:00',
    type: 'retention_first_time',
    target: { event: 'signed in', properties: free },
    expected: [[1, 1, 0, 0], [1, 1, 0], [0, 0], [0]],
  },
  {
    title: 'the first event of its name, if it matches',
    events:
      'ada 11-17T09:00+paid 11-18T09:00+free paid@11-19T09:00, bob 11-17T09:00+free 11-18T09:00+free paid@11-18T09:00',
    type: 'retention_first_ever_occurrence',
    target: { event: 'signed in', properties: free },
    expected: [[1, 1, 0, 0], [0, 0, 0], [0, 0], [0]],
  },
  {
    // acme comes back by bob's payment; cid belongs to no group.
    title: 'groups',
    events: 'ada[acme] 11-17T09:00, bob[acme] paid@11-18T09:00, cid 11-17T09:00 paid@11-18T09:00',
    groupTypeIndex: 0,
    expected: [[1, 1, 0, 0], [0, 0, 0], [0, 0], [0]],
  },
  {
    // The weeks of the 8th and 15th. The 14th is a Saturday.
    title: 'weeks from Sunday',
    events:
      'ada 11-14T23:59:59.999 paid@11-15T00:00, bob 11-15T00:00 paid@11-21T23:59, cid 11-07T23:59:59.999',
    interval: 'week',
    totalIntervals: 2,
    expected: [[1, 1], [1]],
  },
  {
    // The weeks of the 9th and 16th. Sunday the 15th is the end of the first one.
    title: 'weeks from Monday, the whole one of the last day',
    events:
      'ada 11-15T23:59:59.999 paid@11-16T00:00, bob 11-15T00:00 paid@11-22T23:59:59.999, cid 11-08T23:00',
    interval: 'week',
    totalIntervals: 2,
    weekStartDay: 1,
    to: '2026-11-17',
    now: '2026-12-01T00:00:00Z',
    expected: [[2, 2], [0]],
  },
  {
    // December, January, and February with 28 days.
    title: 'months',
    events:
      'ada 2025-12-01T00:00 paid@02-28T23:59:59.999, bob 01-31T23:59:59.999 paid@02-01T00:00, cid 2025-11-30T23:59',
    interval: 'month',
    totalIntervals: 3,
    now: '2026-02-03T12:00:00Z',
    expected: [[1, 0, 1], [1, 1], [0]],
  },
  {
    // 00:30 and 01:30 UTC are both 02:30 in Berlin, in two consecutive hours: 23 UTC, 00, 01, 02.
    title: 'the hour that happens twice',
    events:
      'ada 10-25T00:30 paid@10-25T01:30, bob 10-24T22:59:59.999 paid@10-25T02:10, cid 10-24T23:00 paid@10-25T02:59',
    interval: 'hour',
    timezone: 'Europe/Berlin',
    now: '2026-10-25T02:15:00Z',
    expected: [[1, 0, 0, 1], [1, 1, 0], [0, 0], [0]],
  },
  {
    // In Berlin 25 October lasts from 24 Oct 22:00 UTC to 25 Oct 23:00 UTC.
    title: 'a day of 25 hours',
    events: 'ada 10-25T22:59:59.999 paid@10-25T23:00, bob 10-24T21:59:59.999 paid@10-24T22:00',
    totalIntervals: 3,
    timezone: 'Europe/Berlin',
    to: '2026-10-26',
    expected: [[1, 1, 0], [1, 1], [0]],
  },
  {
    // Samoa had no Friday, 30 December 2011. The 29th and 31st begin at 10:00 UTC of the 29th and 30th.
    title: 'a day that a zone left out',
    events: 'ada 2011-12-30T09:59 paid@2011-12-30T10:00, bob 2011-12-29T10:00 paid@2011-12-31T09:59:59.999',
    totalIntervals: 2,
    timezone: 'Pacific/Apia',
    to: '2011-12-31',
    expected: [[2, 2], [0]],
  },
  {
    // ada signs in with two plans and pays with `pro`; bob has no plan.
    title: 'rows of plans',
    events:
      'ada 11-17T09:00+pro 11-17T10:00+free paid@11-18T09:00+pro, bob 11-17T09:00 paid@11-18T09:00, cid 11-17T09:00+free',
    breakdown: BY_PLAN,
    expected: [
      ...[[2, 0, 0, 0], [0, 0, 0], [0, 0], [0]],
      ...[[1, 1, 0, 0], [0, 0, 0], [0, 0], [0]],
      ...[[1, 1, 0, 0], [0, 0, 0], [0, 0], [0]],
    ],
  },
  {
    // ada and cid are in the row `free`, the plan of their first sign-ins. Payments of any plan count.
    title: 'rows of the plan of the first time',
    events:
      'ada 11-17T09:00+free 11-17T10:00+pro paid@11-18T09:00+pro, bob 11-17T09:00+pro paid@11-18T09:00, cid 11-17T09:00+free',
    type: 'retention_first_time',
    breakdown: BY_PLAN,
    expected: [...[[2, 1, 0, 0], [0, 0, 0], [0, 0], [0]], ...[[1, 1, 0, 0], [0, 0, 0], [0, 0], [0]]],
  },
  { title: 'no event', events: 'dan visit@11-17T09:00', expected: [[0, 0, 0, 0], [0, 0, 0], [0, 0], [0]] },
]

export const RETENTION_CASES: readonly RetentionCase[] = CASES.map(toCase)
