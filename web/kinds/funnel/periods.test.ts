import { expect, test } from 'vitest'
import { funnelStep, funnelTimesItem, funnelTrendItem } from '../../../test/fixtures/page-items.ts'
import type { FunnelItem } from './funnel-rows.ts'
import { byPeriod } from './periods.ts'

const step = (order: number, compare_label: 'current' | 'previous') => funnelStep({ order, compare_label })

test('the steps of both periods are two rows', () => {
  const items = [step(0, 'current'), step(1, 'current'), step(0, 'previous'), step(1, 'previous')]
  expect(byPeriod(items)).toEqual([
    [0, 1].map((order) => ({ ...step(order, 'current'), breakdown: 'This period' })),
    [0, 1].map((order) => ({ ...step(order, 'previous'), breakdown: 'Previous period' })),
  ])
})

test('the conversion of both periods are two lines', () => {
  const line = (compare_label: 'current' | 'previous') => funnelTrendItem({ data: [1], compare_label })
  expect(byPeriod([line('current'), line('previous')])).toMatchObject([
    { data: [1], breakdown: 'This period' },
    { data: [1], breakdown: 'Previous period' },
  ])
})

test.each<[FunnelItem[]]>([[[]], [[funnelStep({})]], [[[funnelStep({})]]], [[funnelTimesItem({})]]])(
  '%j is as it is',
  (items) => {
    expect(byPeriod(items)).toBe(items)
  },
)
