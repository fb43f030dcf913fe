import { oneIn, SIGNED_IN, type StickinessCase, type ToldStickiness, toCase } from './stickiness-case.ts'
import type { GivenStickinessSeries } from './stickiness-definition.ts'

const counting = (math: GivenStickinessSeries['math']) => ({ ...SIGNED_IN, math })

// The example of the document: ada is active on 2 days, bob on 1, cid on 4, and dan before the range.
const EXAMPLE =
  'ada 11-17T09:00 11-17T10:00 11-20T08:00, bob 11-18T23:59, cid 11-17T12:00 11-18T12:00 11-19T12:00 11-20T12:00, dan 11-16T12:00'
const atLeast2 = { operator: 'gte', value: 2 } as const

const NUMBERS: readonly ToldStickiness[] = [
  { title: 'the example', events: EXAMPLE, data: [1, 1, 0, 1] },
  {
    // On at least 1 day: 3 persons; on at least 2: ada and cid; on at least 3 and 4: cid.
    title: 'the example, cumulative',
    events: EXAMPLE,
    isCumulative: true,
    items: [[null, [3, 2, 1, 1], 3]],
  },
  { title: 'the example, at least 2', events: EXAMPLE, criteria: atLeast2, data: [1, 0, 0, 0] }, // ada's 17th
  {
    // ada's 17th has two events. Her 20th, bob's day and cid's four days have one. Days without one are not
    // "at most 1".
    title: 'at most 1 event',
    events: EXAMPLE,
    criteria: { operator: 'lte', value: 1 },
    data: [2, 0, 0, 1],
  },
  { title: 'at most 2', events: EXAMPLE, criteria: { operator: 'lte', value: 2 }, data: [1, 1, 0, 1] },
  { title: 'exactly 1', events: EXAMPLE, criteria: { operator: 'exact', value: 1 }, data: [2, 0, 0, 1] },
  { title: 'exactly 2', events: EXAMPLE, criteria: { operator: 'exact', value: 2 }, data: [1, 0, 0, 0] },
  { title: 'at least 3', events: EXAMPLE, criteria: { operator: 'gte', value: 3 }, data: [0, 0, 0, 0] },
  {
    // The periods of two days are the 17th and 18th, and the 19th and 20th. ada and cid are active in both,
    // bob in the first.
    title: 'periods of two days',
    events: EXAMPLE,
    intervalCount: 2,
    data: [1, 2],
  },
  {
    // Periods are counted back from the 20th: the 18th to 20th, and the 17th alone. ada and cid are active in
    // both, bob in the second.
    title: 'periods of three days, of which the first is shorter',
    events: EXAMPLE,
    intervalCount: 3,
    data: [1, 2],
  },
  {
    // 17th and 18th: two events of ada, two of cid, one of bob. 19th and 20th: one event of ada, two of cid.
    title: 'at least 2 events in a period of two days',
    events: EXAMPLE,
    intervalCount: 2,
    criteria: atLeast2,
    data: [1, 1],
  },
  { title: 'a period that is longer than the range', events: EXAMPLE, intervalCount: 9, data: [3] },
  {
    // Days with exactly 1 event: ada 1, bob 1, cid 4. So 3 persons have at least 1 such day, and cid has at
    // least 2, 3 and 4. The count is a count of persons.
    title: 'exactly 1, cumulative',
    events: EXAMPLE,
    isCumulative: true,
    criteria: { operator: 'exact', value: 1 },
    items: [[null, [3, 1, 1, 1], 3]],
  },
  {
    // Each interval has to meet the criterion by itself: one event on each of two days is not two events in
    // one interval.
    title: 'a criterion over midnight',
    events: 'ada 11-18T23:59 11-19T00:00',
    criteria: atLeast2,
    data: [0, 0, 0, 0],
  },
  {
    // The criterion counts the events of the series: a visit is not one, and the filter excludes a sign-in
    // with the plan `free`.
    title: 'a criterion, a name and filters',
    events: 'ada 11-18T09:00+paid visit@11-18T10:00 11-18T11:00+free, bob 11-18T09:00+paid 11-18T10:00+paid',
    criteria: atLeast2,
    properties: { type: 'AND', values: [{ key: 'plan', operator: 'exact', value: 'paid' }] },
    data: [1, 0, 0, 0], // bob
  },
  {
    title: 'filters of a series, and every event',
    events: 'ada 11-18T09:00+free visit@11-19T10:00+paid, bob 11-18T09:00+paid',
    series: [
      {
        ...SIGNED_IN,
        properties: { type: 'AND', values: [{ key: 'plan', operator: 'exact', value: 'paid' }] },
      },
      { ...SIGNED_IN, event: null },
    ],
    items: [
      [null, [1, 0, 0, 0], 1], // bob
      [null, [1, 1, 0, 0], 2], // bob on 1 day, ada on 2
    ],
  },
  {
    // ada has two sign-ins on the 18th and one on the 19th. That is 2 days, with any math of a trend.
    title: 'math of trends counts persons',
    events: 'ada 11-18T09:00 11-18T10:00 11-19T09:00',
    series: [counting('dau'), counting('total'), counting('weekly_active'), counting('monthly_active')],
    items: Array.from({ length: 4 }, () => [null, [0, 1, 0, 0], 1] as const),
  },
  {
    // acme has the 18th by ada and by bob, and the 19th by bob: 2 days. initech has the 20th. cid's event has
    // no group.
    title: 'groups',
    events:
      'ada[acme] 11-18T09:00, bob[acme] 11-18T10:00 11-19T09:00, bob[initech] 11-20T09:00, cid 11-20T09:00',
    series: [counting({ uniqueGroup: 0 }), counting({ uniqueGroup: 1 })],
    items: [
      [null, [1, 1, 0, 0], 2],
      [null, [0, 0, 0, 0], 0],
    ],
  },
  {
    // acme's two events of the 18th are one by ada and one by bob. Together they are two.
    title: 'a criterion of groups',
    events: 'ada[acme] 11-18T09:00, bob[acme] 11-18T10:00',
    series: [counting({ uniqueGroup: 0 }), counting('dau')],
    criteria: atLeast2,
    items: [
      [null, [1, 0, 0, 0], 1],
      [null, [0, 0, 0, 0], 0],
    ],
  },
]

const INTERVALS: readonly ToldStickiness[] = [
  {
    // Noon of the 19th is 24 hours ago, so the range begins on the 19th at 00:00. bob is active on the 19th
    // and 20th, ada on the 20th.
    title: 'a first day that is whole',
    range: '-24h',
    events: 'ada 11-18T23:59:59.999 11-20T01:00, bob 11-19T00:00 11-20T00:00',
    data: [1, 1],
  },
  {
    // 5 hours before 12:30 is 07:30, so the hours are 07 to 12.
    title: 'a first hour that is whole',
    range: '-5h',
    interval: 'hour',
    now: '2026-11-20T12:30:00Z',
    events: 'ada 11-20T07:00 11-20T12:59:59.999, bob 11-20T06:59:59.999 11-20T13:00',
    data: oneIn(6, 2),
  },
  {
    // The 19th is in the week of Sunday the 15th.
    title: 'a first week that is whole, from Sunday',
    range: '-24h',
    interval: 'week',
    events: 'ada 11-14T23:59:59.999, bob 11-15T00:00',
    data: [1],
  },
  {
    // Explicit dates are not rounded: the range is 10:00 on the 18th to 11:00:00.000 on the 20th, which is
    // included; three days.
    title: 'explicit dates',
    range: 'exactly 2026-11-18T10:00:00Z to 2026-11-20T11:00:00Z',
    events: 'ada 11-18T09:59:59.999 11-18T10:00 11-20T11:00, bob 11-18T00:00 11-20T11:00:00.001',
    data: [0, 1, 0],
  },
  {
    // The 6th is two weeks ago: the weeks begin on the 1st, 8th and 15th, and ada is active in all of them.
    title: 'weeks from Sunday',
    range: '-2w',
    interval: 'week',
    events: 'ada 11-01T00:00 11-08T12:00 11-15T00:00',
    data: [0, 0, 1],
  },
  {
    // The weeks begin on the 2nd, 9th and 16th. Sunday the 1st is before them, Sunday the 8th in the first
    // week, the 15th in the second.
    title: 'weeks from Monday',
    range: '-2w',
    interval: 'week',
    weekStartDay: 1,
    events: 'ada 11-01T00:00 11-08T12:00 11-15T00:00',
    data: [0, 1, 0],
  },
  {
    // January, February with 28 days, and March. ada is active in all three, bob on the last of January and
    // the first of February.
    title: 'months of different length, the first one whole',
    range: '2026-01-15',
    interval: 'month',
    now: '2026-03-31T12:00:00Z',
    events: 'ada 01-01T00:00 02-28T23:59:59.999 03-31T23:59, bob 01-31T23:59:59.999 02-01T00:00',
    data: [0, 1, 1],
  },
  {
    // The 25th lasts from 24 Oct 22:00 UTC to 25 Oct 23:00 UTC. ada and cid are active only on it, bob also
    // on the 26th.
    title: 'a day of 25 hours',
    range: '2026-10-25 to 2026-10-26',
    timezone: 'Europe/Berlin',
    events:
      'ada 10-24T22:00 10-25T22:59:59.999, bob 10-25T22:59:59.999 10-25T23:00, cid 10-24T22:00, dan 10-24T21:59:59.999',
    data: [2, 1],
  },
  {
    // The 29th lasts from 28 Mar 23:00 UTC to 29 Mar 22:00 UTC.
    title: 'a day of 23 hours',
    range: '2026-03-29 to 2026-03-30',
    timezone: 'Europe/Berlin',
    events: 'ada 03-28T23:00 03-29T21:59:59.999, bob 03-29T21:59 03-29T22:00, cid 03-28T22:59:59.999',
    data: [1, 1],
  },
  {
    // 00:30 and 01:30 UTC are both 02:30 in Berlin: two hours of a day that has 25.
    title: 'the hour that happens twice',
    range: '2026-10-25 to 2026-10-25',
    interval: 'hour',
    timezone: 'Europe/Berlin',
    events: 'ada 10-25T00:30 10-25T01:30 10-25T01:59:59.999',
    data: oneIn(25, 2),
  },
  {
    // The visit of the 17th is not counted. The first login is on the 18th at 15:00, and that day counts as a
    // whole: the intervals are the 18th, 19th and 20th.
    title: 'everything since the first event that is counted',
    range: 'all',
    events: 'ada visit@11-17T15:00 11-18T15:00 11-20T09:00',
    data: [0, 1, 0],
  },
]

export const STICKINESS_CASES: readonly StickinessCase[] = [...NUMBERS, ...INTERVALS].map(toCase)
