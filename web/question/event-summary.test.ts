import { expect, test } from 'vitest'
import { eventSummary } from './event-summary.ts'

test.each([
  ['$pageview', { $pathname: '/pricing', plan: 'pro' }, '/pricing'],
  [
    'paid',
    { amount: 12, $lib: 'web', plan: 'pro', list: [1], first: true, last: 'x' },
    'amount 12, plan pro, first true',
  ],
  ['paid', { text: 'x'.repeat(61) }, ''],
])('the summary of %s', (event, properties, expected) => {
  expect(eventSummary({ event, properties })).toBe(expected)
})
