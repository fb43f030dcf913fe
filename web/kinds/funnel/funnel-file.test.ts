import { expect, test } from 'vitest'
import { funnelStep, funnelTrendItem } from '../../../test/fixtures/page-items.ts'
import { ratesFile, stepsFile, timesFile } from './funnel-file.ts'
import { funnelRows } from './funnel-rows.ts'

const step = (order: number, count: number, breakdown?: string) =>
  funnelStep({
    ...{ name: `step ${order}`, custom_name: order === 1 ? 'Paid' : null, order, count },
    median_conversion_time: order === 0 ? null : 90,
    ...(breakdown !== undefined && { breakdown }),
  })
const HEAD = [
  ...['Step', 'Name', 'Reached', 'Dropped before this step', 'Of first step (%)', 'Of previous step (%)'],
  'Median time (s)',
]

test('a row for each step, with percentages and seconds as plain numbers', () =>
  expect(stepsFile(funnelRows([step(0, 40), step(1, 10)], () => ''))).toEqual([
    HEAD,
    [1, 'step 0', 40, null, 100, null, null],
    [2, 'Paid', 10, 30, 25, 25, 90],
  ]))

test('a breakdown has its value in the first column', () =>
  expect(
    stepsFile(
      funnelRows(
        [
          [step(0, 4, 'yes'), step(1, 1, 'yes')],
          [step(0, 0, 'no'), step(1, 0, 'no')],
        ],
        () => '',
      ),
    ),
  ).toEqual([
    ['Value', ...HEAD],
    ['yes', 1, 'step 0', 4, null, 100, null, null],
    ['yes', 2, 'Paid', 1, 3, 25, 25, 90],
    ['no', 1, 'step 0', 0, null, 0, null, null],
    ['no', 2, 'Paid', 0, 0, 0, 0, 90],
  ]))

test('rates have a row for each interval, with its year', () => {
  const days = ['2026-11-18', '2026-11-19']
  expect(ratesFile([funnelTrendItem({ days, data: [12.5, 0] })])).toEqual([
    ['Started', 'Conversion (%)'],
    ['2026-11-18', 12.5],
    ['2026-11-19', 0],
  ])
  expect(ratesFile([funnelTrendItem({ days, data: [1, 2], breakdown: 'yes' })])[0]).toEqual([
    'Started',
    'yes (%)',
  ])
})

test('times have a row for each bin; the end of the bins is one only if it has a number', () => {
  const head = ['From (s)', 'To (s)', 'Number']
  expect(
    timesFile({
      bins: [
        [0, 3],
        [60, 0],
      ],
    }),
  ).toEqual([head, [0, 60, 3]])
  expect(
    timesFile({
      bins: [
        [0, 3],
        [60, 1],
      ],
    }),
  ).toEqual([head, [0, 60, 3], [60, null, 1]])
})
