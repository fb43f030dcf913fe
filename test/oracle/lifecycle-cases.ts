import { EVERYTHING, type GivenEvent } from './filter-definition.ts'
import type { CreatedTimes, DefinedLifecycle, GivenLifecycle } from './lifecycle-definition.ts'
import { toldEvents, toldMs, toldPersons, toldRange } from './told-events.ts'

/** A question with its result, worked out by hand. */
export interface LifecycleCase {
  readonly title: string
  readonly events: readonly GivenEvent[]
  readonly people: CreatedTimes
  readonly asked: GivenLifecycle
  /** Status and `data` of each item. */
  readonly expected: readonly (readonly [DefinedLifecycle['status'], readonly number[]])[]
}
interface ToldLifecycle extends Omit<Partial<GivenLifecycle>, 'range' | 'calendar'> {
  readonly title: string
  readonly events: string
  /** `created_at` of the persons; `none` for a distinct id without a person. */
  readonly persons: string
  /** `created_at` of groups of type 0, by key. */
  readonly groups?: Readonly<Record<string, string>>
  /** `-3d` if absent. */
  readonly range?: string
  readonly timezone?: string
  readonly weekStartDay?: 0 | 1
  readonly now?: string
  /** For each interval the numbers of new, returning, resurrecting and dormant persons. */
  readonly numbers?: readonly (readonly [number, number, number, number])[]
  readonly items?: LifecycleCase['expected']
}

/** Makes a case. By default it is Friday 2026-11-20, 12:00 UTC, and weeks begin on Sunday. */
function toCase({
  title,
  events,
  persons,
  groups = {},
  range = '-3d',
  ...told
}: ToldLifecycle): LifecycleCase {
  const { timezone = 'UTC', weekStartDay = 0, now = '2026-11-20T12:00:00Z', numbers, items, ...rest } = told
  const created = Object.entries(groups).map(([key, at]) => [key, toldMs(at)])
  const dataOf = (i: 0 | 1 | 2 | 3) => (numbers ?? []).map((ofInterval) => ofInterval[i])
  return {
    title,
    events: toldEvents(events),
    people: { persons: toldPersons(persons), groups: { 0: Object.fromEntries(created) } },
    asked: {
      series: { event: 'signed in', properties: EVERYTHING },
      properties: EVERYTHING,
      interval: 'day',
      groupTypeIndex: null,
      toggledLifecycles: [],
      ...rest,
      range: toldRange(range),
      calendar: { timezone, weekStartDay, nowMs: Date.parse(now) },
    },
    expected: items ?? [
      ['new', dataOf(0)],
      ['returning', dataOf(1)],
      ['resurrecting', dataOf(2)],
      ['dormant', dataOf(3)],
    ],
  }
}

type Numbers = readonly [number, number, number, number]
/** An interval in which no person has a status. */
const QUIET: Numbers = [0, 0, 0, 0]
const NEW: Numbers = [1, 0, 0, 0]
const RETURNING: Numbers = [0, 1, 0, 0]
const RESURRECTING: Numbers = [0, 0, 1, 0]
const DORMANT: Numbers = [0, 0, 0, -1]

const EXAMPLE = {
  events:
    'ada 11-17T09:00 11-18T09:00 11-20T09:00, bob 11-16T09:00 11-19T09:00, cid 11-20T09:00, dan 11-17T09:00',
  persons: 'ada 11-17T09:00, bob 10-01T00:00, cid 11-18T00:00, dan 10-01T00:00',
}

const STATUSES: readonly ToldLifecycle[] = [
  {
    ...EXAMPLE,
    title: 'the example',
    numbers: [
      [1, 0, 1, -1], // ada, dan; bob
      [0, 1, 0, -1], // ada; dan
      [0, 0, 1, -1], // bob; ada
      [0, 0, 2, -1], // ada and cid; bob
    ],
  },
  {
    ...EXAMPLE,
    title: 'two statuses, in the order of all four',
    toggledLifecycles: ['dormant', 'new'],
    items: [
      ['new', [1, 0, 0, 0]],
      ['dormant', [-1, -1, -1, -1]],
    ],
  },
  {
    // Active on the 17th, so dormant on the 18th, but not again on the 19th and 20th.
    title: 'dormant only once',
    events: 'ada 11-17T09:00',
    persons: 'ada 10-01T00:00',
    numbers: [RESURRECTING, DORMANT, QUIET, QUIET],
  },
  {
    // The 16th is the interval before the range; the 15th is before that and does not count.
    title: 'dormant in the first interval',
    events: 'ada 11-16T00:00, bob 11-15T23:59:59.999',
    persons: 'ada 10-01T00:00, bob 10-01T00:00',
    numbers: [DORMANT, QUIET, QUIET, QUIET],
  },
  {
    title: 'returning in the first interval',
    events: 'ada 11-16T23:59:59.999 11-17T00:00',
    persons: 'ada 10-01T00:00',
    numbers: [RETURNING, DORMANT, QUIET, QUIET],
  },
  {
    // The 20th is not over: so far ada has not come back.
    title: 'the interval that is not over',
    events: 'ada 11-19T09:00, bob 11-19T09:00 11-20T11:00',
    persons: 'ada 10-01T00:00, bob 10-01T00:00',
    numbers: [QUIET, QUIET, [0, 0, 2, 0], [0, 1, 0, -1]],
  },
]

const FIRST_SEEN: readonly ToldLifecycle[] = [
  {
    // The visit is no event of the series but creates ada, so her sign-in earlier on the 18th is new.
    title: 'new by another event of the interval',
    events: 'ada 11-18T09:00 visit@11-18T20:00',
    persons: 'ada 11-18T20:00',
    numbers: [QUIET, NEW, DORMANT, QUIET],
  },
  {
    // The person is created by a visit on the 17th: not active on that day, and not new on the 18th.
    title: 'made by another event in another interval',
    events: 'ada visit@11-17T23:59:59.999 11-18T00:00',
    persons: 'ada 11-17T23:59:59.999',
    numbers: [QUIET, RESURRECTING, DORMANT, QUIET],
  },
  {
    // The sign-in of the 17th has no person profile, the one of the 19th has. So the person is new on the
    // 19th, although active the day before.
    title: 'active before the person was made',
    events: 'ada 11-17T09:00 11-18T09:00 11-19T09:00',
    persons: 'ada 11-19T09:00',
    numbers: [RESURRECTING, RETURNING, NEW, DORMANT],
  },
  {
    // Without a person the first event decides: bob's is the sign-in of the 18th, ada's the visit of the
    // 17th, and cid's is before the range.
    title: 'a distinct id without a person',
    events: 'ada visit@11-17T09:00 11-18T09:00, bob 11-18T10:00, cid visit@10-01T00:00 11-18T09:00',
    persons: 'ada none, bob none, cid none',
    numbers: [QUIET, [1, 0, 2, 0], [0, 0, 0, -3], QUIET],
  },
  {
    // The filters exclude ada's first event from the series, but it still is her first event.
    title: 'filters have no effect on the first event',
    events: 'ada 11-17T09:00+free 11-18T09:00+paid, bob 11-18T09:00+paid',
    persons: 'ada none, bob none',
    properties: { type: 'AND', values: [{ key: 'plan', operator: 'exact', value: 'paid' }] },
    numbers: [QUIET, [1, 0, 1, 0], [0, 0, 0, -2], QUIET],
  },
  {
    title: 'every event, with a filter of the series',
    events: 'ada visit@11-17T09:00+paid 11-18T09:00+paid visit@11-19T09:00+free',
    persons: 'ada 10-01T00:00',
    series: {
      event: null,
      properties: { type: 'AND', values: [{ key: 'plan', operator: 'exact', value: 'paid' }] },
    },
    numbers: [RESURRECTING, RETURNING, DORMANT, QUIET],
  },
  {
    // acme was first seen on the 17th with ada. It is active on the 18th by bob, and on the 19th by ada.
    // initech is new on the 19th. cid's event has no group. When ada and bob were created does not matter.
    title: 'groups',
    events:
      'ada[acme] visit@11-17T09:00 11-19T09:00, bob[acme] 11-18T09:00, bob[initech] 11-19T10:00, cid 11-20T09:00',
    persons: 'ada 11-19T00:00, bob 11-18T00:00, cid 11-20T00:00',
    groups: { acme: '11-17T09:00', initech: '11-19T10:00' },
    groupTypeIndex: 0,
    numbers: [QUIET, RESURRECTING, [1, 1, 0, 0], [0, 0, 0, -2]],
  },
  {
    title: 'groups of a type that no event has',
    events: 'ada[acme] 11-18T09:00',
    persons: 'ada 11-18T09:00',
    groups: { acme: '11-18T09:00' },
    groupTypeIndex: 1,
    numbers: [QUIET, QUIET, QUIET, QUIET],
  },
]

const INTERVALS: readonly ToldLifecycle[] = [
  {
    // Noon of the 19th is 24 hours ago, so the range is the whole 19th and the 20th; the 18th is the interval
    // before.
    title: 'a first day that is whole',
    range: '-24h',
    events: 'ada 11-19T00:00, bob 11-18T00:00, cid 11-17T23:59:59.999',
    persons: 'ada 11-19T00:00, bob 10-01T00:00, cid 10-01T00:00',
    numbers: [[1, 0, 0, -1], DORMANT],
  },
  {
    // The range is 10:00 on the 18th to 11:00:00.000 on the 20th, and the whole 17th is the interval before.
    // cid's event of the 18th is too early, bob's event of the 20th too late.
    title: 'explicit dates',
    range: 'exactly 2026-11-18T10:00:00Z to 2026-11-20T11:00:00Z',
    events:
      'ada 11-17T00:00 11-18T10:00 11-20T11:00, bob 11-19T09:00 11-20T11:00:00.001, cid 11-18T09:59:59.999',
    persons: 'ada 11-17T00:00, bob 11-19T09:00, cid 10-01T00:00',
    numbers: [RETURNING, [1, 0, 0, -1], [0, 0, 1, -1]],
  },
  {
    // The weeks begin on the 8th and 15th, the one before on the 1st. The 7th and 8th are in different weeks,
    // as are the 14th and 15th.
    title: 'weeks from Sunday',
    range: '2026-11-10',
    interval: 'week',
    events: 'ada 11-01T00:00 11-08T00:00, bob 11-14T23:59:59.999 11-15T00:00, cid 10-31T23:59:59.999',
    persons: 'ada 11-01T00:00, bob 11-08T12:00, cid 10-01T00:00',
    numbers: [
      [1, 1, 0, 0], // bob was created on Sunday the 8th; ada
      [0, 1, 0, -1], // bob; ada
    ],
  },
  {
    // The weeks begin on the 9th and 16th, the one before on the 2nd. Sunday the 8th is before the range,
    // Sunday the 15th in its first week.
    title: 'weeks from Monday',
    range: '2026-11-10',
    interval: 'week',
    weekStartDay: 1,
    events: 'ada 11-01T00:00 11-08T00:00, bob 11-14T23:59:59.999 11-15T00:00, cid 10-31T23:59:59.999',
    persons: 'ada 11-01T00:00, bob 11-08T12:00, cid 10-01T00:00',
    numbers: [
      [0, 0, 1, -1], // bob, who was created in the week before but did not sign in then; ada
      [0, 0, 0, -1], // bob
    ],
  },
  {
    // January, February with 28 days, and March; December is the interval before.
    title: 'months',
    range: '2026-01-15',
    interval: 'month',
    now: '2026-03-31T12:00:00Z',
    events:
      'ada 2025-12-31T23:59:59.999 02-28T23:59:59.999 03-01T00:00, bob 2025-11-30T23:59:59.999 01-31T12:00',
    persons: 'ada 2025-12-01T00:00, bob 01-01T00:00',
    numbers: [[1, 0, 0, -1], [0, 0, 1, -1], RETURNING],
  },
  {
    // In Berlin the 25th lasts from 24 Oct 22:00 UTC to 25 Oct 23:00 UTC. ada is new on it and comes back on
    // the 26th.
    title: 'a day of 25 hours',
    range: '2026-10-25 to 2026-10-26',
    timezone: 'Europe/Berlin',
    events: 'ada 10-25T22:59:59.999 10-25T23:00, bob 10-24T21:59:59.999',
    persons: 'ada 10-24T22:00, bob 10-01T00:00',
    numbers: [[1, 0, 0, -1], RETURNING],
  },
  {
    // 00:30 and 01:30 UTC are both 02:30 in Berlin, in two consecutive hours. From 01:00 to 05:00 in the
    // morning there are six hours: 23, 00, 01, 02, 03 and 04 UTC. The hour before is 22 UTC.
    title: 'the hour that happens twice',
    range: 'exactly 2026-10-24T23:10:00Z to 2026-10-25T04:59:59Z',
    interval: 'hour',
    timezone: 'Europe/Berlin',
    events: 'ada 10-25T00:30 10-25T01:30, bob 10-24T22:00 10-24T23:10, cid 10-24T21:59:59.999',
    persons: 'ada 10-25T00:00, bob 10-01T00:00, cid 10-01T00:00',
    numbers: [RETURNING, [1, 0, 0, -1], RETURNING, DORMANT, QUIET, QUIET],
  },
  {
    // In Kathmandu the day begins at 18:15 UTC.
    title: 'a day that begins at a quarter past',
    range: '2026-06-15 to 2026-06-15',
    timezone: 'Asia/Kathmandu',
    events: 'ada 06-14T18:14:59.999, bob 06-14T18:15',
    persons: 'ada 06-01T00:00, bob 06-14T18:15',
    numbers: [[1, 0, 0, -1]],
  },
  {
    // The visit of the 17th is not counted. The first login is on the 18th at 15:00, so the whole 18th is the
    // first interval.
    title: 'everything since the first event that is counted',
    range: 'all',
    events: 'ada visit@11-17T15:00 11-18T15:00 11-19T09:00',
    persons: 'ada 11-17T15:00',
    numbers: [RESURRECTING, RETURNING, DORMANT],
  },
]

export const LIFECYCLE_CASES: readonly LifecycleCase[] = [...STATUSES, ...FIRST_SEEN, ...INTERVALS].map(
  toCase,
)
