import { expect, test } from 'vitest'
import { trends } from '#insights/kinds/trends/trends.ts'
import { parseNode } from '#insights/questions/parse-question.ts'
import { flatQuestion } from '../../../test/fixtures/questions.ts'
import { questionKey } from './question-key.ts'

const PROJECT = { id: 1, timezone: 'UTC', weekStartDay: 0 as const, testAccountFilters: [] as unknown[] }
const FLAT = { events: [{ id: 'visit', math: 'dau' }], date_from: '-7d', interval: 'day' }
const keyOf = (flat: object = FLAT, project: object = {}) =>
  questionKey({ project: { ...PROJECT, ...project }, ...flatQuestion(trends, flat) })

test('a question has one key in both languages', () => {
  const node = {
    interval: 'day',
    dateRange: { date_from: '-7d' },
    series: [{ math: 'dau', event: 'visit', kind: 'EventsNode' }],
    kind: 'TrendsQuery',
  }
  expect(questionKey({ project: PROJECT, ...parseNode(node) })).toBe(keyOf())
  expect(keyOf({ interval: 'DAY', events: JSON.stringify(FLAT.events), display: 'ActionsBar' })).toBe(keyOf())
})

test('filters that are written in another way are another question, because its answer shows them', () => {
  const keyWith = (value: unknown) => keyOf({ ...FLAT, properties: [{ key: 'plan', value }] })
  expect(new Set(['pro', ['pro'], 5, '5', [5]].map(keyWith)).size).toBe(5)
  expect(keyWith(['pro'])).toBe(
    keyOf({
      ...FLAT,
      properties: { type: 'and', values: [{ value: ['pro'], key: 'plan', operator: 'exact' }] },
    }),
  )
})

const left = { filter_test_accounts: true }
test.each([
  ['event', { ...FLAT, events: [{ id: 'other', math: 'dau' }] }, {}],
  ['math', { ...FLAT, events: [{ id: 'visit' }] }, {}],
  ['name', { ...FLAT, events: [{ id: 'visit', math: 'dau', custom_name: 'A' }] }, {}],
  ['range', { ...FLAT, date_from: '-8d' }, {}],
  ['interval', { ...FLAT, interval: 'week' }, {}],
  ['filter', { ...FLAT, properties: [{ key: 'a', value: 'b' }] }, {}],
  ['project', FLAT, { id: 2 }],
  ['time zone', FLAT, { timezone: 'Europe/Berlin' }],
  ['start of the week', FLAT, { weekStartDay: 1 }],
  ['filter of test accounts', { ...FLAT, ...left }, {}],
])('another %s is another question', (_name, flat, project) => {
  expect(keyOf(flat, project)).not.toBe(keyOf())
})

test('test account filters are part of the key only of questions that add them', () => {
  const others = { testAccountFilters: [{ key: 'email', value: '@example.com' }] }
  expect(keyOf(FLAT, others)).toBe(keyOf(FLAT))
  expect(keyOf({ ...FLAT, ...left }, others)).not.toBe(keyOf({ ...FLAT, ...left }))
})
