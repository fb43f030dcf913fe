import { EVERYTHING } from './filter-definition.ts'
import { asked, did, type FunnelCase, steps } from './funnel-case.ts'

const nothing = { event: null, action: [], properties: EVERYTHING }
const a = { event: 'a', properties: EVERYTHING }

/**
 * Times are hours since midnight of the 18th. The visit is at 00:30 and the sign-up at 23:00 of the 19th,
 * and the payment at 18:00 of the 20th. Now is noon of the 20th.
 */
const LATER = did('ada visit 24:30 sign_up 47:00 pay 66:00')
const TIMES = { from: '2026-11-19T12:00:00Z', to: '2026-11-20T11:00:00Z' }
const RANGES = [
  { range: { from: '-24h', to: null, isExplicit: false }, counts: [0, 0, 0] },
  { range: { from: '-1d', to: null, isExplicit: false }, counts: [1, 1, 1] },
  { range: { ...TIMES, isExplicit: false }, counts: [1, 1, 1] },
  { range: { ...TIMES, isExplicit: true }, counts: [0, 0, 0] },
]

/** Cases about which events take part. */
export const FUNNEL_RANGE_CASES: readonly FunnelCase[] = [
  ...RANGES.map(({ range, counts }) => ({
    title: `the range ${range.from} to ${range.to} (explicit: ${range.isExplicit})`,
    events: LATER,
    question: asked('visit sign_up pay', { range, window: { count: 14, unit: 'day' } }),
    expected: [[null, counts[0] === 0 ? steps(counts) : steps(counts, 81_000, 68_400)]] as const,
  })),
  {
    // 19 and 20 November are compared with the 17th and 18th. Of ada's events only her visit of the 18th is
    // in that earlier period; her payment is later.
    title: 'the period before',
    events: did('ada visit 12:00 pay 30:00', 'bob visit 30:00 pay 31:00'),
    question: asked('visit pay', {
      range: { from: '-1d', to: null, isExplicit: false },
      window: { count: 14, unit: 'day' },
      compare: { to: null },
    }),
    expected: [
      [null, steps([1, 1], 3600)],
      [null, steps([1, 0])],
    ],
  },
  ...[
    { places: [nothing, a], counts: [0, 0] },
    { places: [nothing, nothing, nothing], counts: [0, 0, 0] },
    { places: [a, nothing, a], counts: [1, 0, 0] },
  ].map(({ places, counts }, i) => ({
    title: `an action without events is done by nobody (${i})`,
    events: did('ada a 10:00 a 10:01'),
    question: asked('', { steps: places }),
    expected: [[null, steps(counts)]] as const,
  })),
]
