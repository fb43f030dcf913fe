import { describe, expect, test } from 'vitest'
import type { QueryNode } from '#web/api/query-node.ts'
import { funnelStep } from '../../../test/fixtures/page-items.ts'
import { funnelRows, stepPoint, widestGap } from './funnel-rows.ts'

const rowsOf = (results: Parameters<typeof funnelRows>[0]) => funnelRows(results, () => 'var(--c1)')

const step = (order: number, count: number, breakdown?: string) =>
  funnelStep({
    name: ['visit', 'sign up', 'pay'][order] ?? '',
    custom_name: order === 2 ? 'paid' : null,
    order,
    count,
    median_conversion_time: order === 0 ? null : 60,
    converted_people_url: `/converted/${breakdown ?? ''}${order}`,
    dropped_people_url: order === 0 ? null : `/dropped/${breakdown ?? ''}${order}`,
    open_count: order === 0 ? null : order - 1,
    open_people_url: order === 0 ? null : `/open/${breakdown ?? ''}${order}`,
    ...(breakdown !== undefined && { breakdown }),
  })
const funnel = (counts: readonly number[], breakdown?: string) =>
  counts.map((count, order) => step(order, count, breakdown))
const event = (name: string) => ({ kind: 'EventsNode' as const, event: name })
const QUESTION: QueryNode = {
  kind: 'FunnelsQuery',
  series: ['visit', 'sign up', 'pay'].map(event),
  breakdownFilter: { breakdown: 'device' },
  funnelsFilter: {
    funnelVizType: 'trends',
    exclusions: [
      { ...event('a'), funnelFromStep: 0, funnelToStep: 1 },
      { ...event('b'), funnelFromStep: 1, funnelToStep: 2 },
    ],
  },
}

describe('the rows of a funnel', () => {
  test('shares are of the first step and of the step before', () => {
    const [row] = rowsOf(funnel([200, 100, 25]))
    expect(row?.name).toBeNull()
    expect(row?.steps.map(({ share, shareOfBefore, dropped }) => [share, shareOfBefore, dropped])).toEqual([
      [1, null, 0],
      [0.5, 0.5, 100],
      [0.125, 0.25, 75],
    ])
    expect(row?.steps[2]?.name).toBe('paid')
  })

  test('a funnel of nobody has no share that is not a number', () => {
    const [row] = rowsOf(funnel([0, 0]))
    expect(row?.steps.map(({ share, shareOfBefore }) => [share, shareOfBefore])).toEqual([
      [0, null],
      [0, 0],
    ])
  })

  test('each value of a breakdown is a row', () => {
    expect(rowsOf([funnel([2, 1], 'Desktop'), funnel([1, 1], 'none')]).map(({ name }) => name)).toEqual([
      'Desktop',
      'none',
    ])
  })
})

describe('the people behind a bar', () => {
  const [row] = rowsOf(funnel([4482, 518], 'Mobile'))
  const point = (index: number, part: 'converted' | 'dropped') =>
    row === undefined ? null : stepPoint({ question: QUESTION, row, index, part, many: 'persons' })

  test('of the hatched part they are those who dropped', () => {
    expect(point(1, 'dropped')).toMatchObject({
      title: 'Mobile, before sign up',
      count: 3964,
      words: '3\u00a0964 of 4\u00a0482 persons dropped, 88.4\u00a0%',
      tab: 'dropped',
      tabs: [
        { key: 'dropped', count: 3964 },
        { key: 'converted', count: 518 },
      ],
    })
  })

  test('the first step has one list', () => {
    expect(point(0, 'converted')).toEqual({
      peopleUrl: '/converted/Mobile0',
      title: 'Mobile, visit',
      count: 4482,
      color: expect.any(String),
    })
  })

  test('what differs is asked of the funnel that ends with the step', () => {
    expect(point(1, 'dropped')?.correlation).toEqual({
      kind: 'FunnelCorrelationQuery',
      source: {
        kind: 'FunnelsQuery',
        series: [event('visit'), event('sign up')],
        funnelsFilter: { exclusions: [{ ...event('a'), funnelFromStep: 0, funnelToStep: 1 }] },
      },
    })
  })
})

describe('the widest gap', () => {
  test('is the step at which two values differ most', () => {
    const rows = rowsOf([funnel([100, 40, 20], 'Desktop'), funnel([100, 20, 11], 'Mobile')])
    expect(widestGap(rows)).toMatchObject({
      step: 'sign up',
      low: { name: 'Mobile', share: 0.2 },
      high: { name: 'Desktop', share: 0.4 },
      othersPoints: expect.closeTo(5),
    })
  })

  test.each([
    ['without a breakdown', rowsOf(funnel([100, 50]))],
    ['with one value', rowsOf([funnel([100, 50], 'Desktop')])],
    ['with too few people', rowsOf([funnel([100, 50], 'Desktop'), funnel([19, 0], 'Mobile')])],
    ['of equal values', rowsOf([funnel([100, 50], 'Desktop'), funnel([200, 100], 'Mobile')])],
  ])('%s there is none', (_, rows) => {
    expect(widestGap(rows)).toBeNull()
  })
})
