import { expect, test } from 'vitest'
import { shownResult } from './shown-result.ts'

const series = { label: 'a', data: [1, 2], labels: ['x', 'y'] }
const step = (order: number, count: number, more = {}) => ({ name: `s${order}`, order, count, ...more })

test('a trend, whatever else its items hold', () => {
  expect(shownResult([{ ...series, days: ['d'], action: {} }])).toEqual({ kind: 'trend', series: [series] })
})

test('a funnel by its order, with shares of the first step and of the one before', () => {
  const times = { average_conversion_time: 90, median_conversion_time: 60 }
  const shown = shownResult([step(1, 5, { custom_name: 'mine', ...times }), step(0, 20), step(2, 1)])
  const none = { averageSeconds: null, medianSeconds: null }
  expect(shown).toEqual({
    kind: 'funnel',
    steps: [
      { name: 's0', count: 20, ofFirst: 1, ofPrevious: null, ...none },
      { name: 'mine', count: 5, ofFirst: 0.25, ofPrevious: 0.25, averageSeconds: 90, medianSeconds: 60 },
      { name: 's2', count: 1, ofFirst: 0.05, ofPrevious: 0.2, ...none },
    ],
  })
})

test('a funnel that nobody began', () => {
  const shown = shownResult([step(0, 0), step(1, 0)])
  expect(shown).toMatchObject({ steps: [{ ofFirst: null }, { ofFirst: null, ofPrevious: null }] })
})

test.each([
  [null, 'none'],
  [[], 'other'],
  [{}, 'other'],
  ['text', 'other'],
  [[series, step(0, 1)], 'other'],
  [[{ ...series, data: [] }], 'other'],
  [[{ ...series, data: ['1'] }], 'other'],
  [[[step(0, 1)]], 'other'],
])('%j is %s', (results, kind) => {
  expect(shownResult(results).kind).toBe(kind)
})
