import { expect, test } from 'vitest'
import { flatNames } from '../../test/fixtures/questions.ts'
import { parseSeries, type SeriesRule } from './series.ts'
import { seriesLabels } from './series-labels.ts'
import { SERIES_MATHS } from './series-math.ts'

const RULE: SeriesRule = { noun: 'series', least: 1, most: 26, tooFew: 'required', maths: SERIES_MATHS }
const labelsOf = (...nodes: readonly object[]) =>
  seriesLabels(
    parseSeries(
      nodes.map((node) => ({ kind: 'EventsNode', event: 'v', ...node })),
      flatNames,
      RULE,
    ),
  )
const plan = (value: unknown, operator = 'exact') => ({ key: 'plan', value, operator, type: 'event' })

test('a series of another event has its plain name', () => {
  expect(labelsOf({ math: 'dau' }, { event: 'w', math: 'dau' })).toEqual(['v', 'w'])
})

test('several series of one event are told apart by their maths', () => {
  expect(
    labelsOf(
      {},
      { math: 'dau' },
      { math: 'sum', math_property: 'amount' },
      { math: 'sum', math_property: 'amount', math_multiplier: 0.01 },
      { math: 'avg_count_per_actor' },
      { math: 'unique_group', math_group_type_index: 1 },
      { math: 'hogql', math_hogql: 'count() / 2' },
    ),
  ).toEqual([
    'v',
    'v (unique persons)',
    'v (sum of amount)',
    'v (sum of amount × 0.01)',
    'v (average events a person)',
    'v (unique groups of type 1)',
    'v (count() / 2)',
  ])
})

test('several series of one event are told apart by their filters', () => {
  expect(
    labelsOf(
      {},
      { properties: [plan('pro')] },
      { math: 'dau', properties: [plan(['pro', 'team']), plan('x', 'is_set')] },
      { properties: { type: 'OR', values: [plan('a'), plan([1, 2], 'between')] } },
      { properties: [{ type: 'cohort', key: 'id', value: 7 }] },
      { properties: [{ type: 'hogql', key: '1 = 2' }] },
    ),
  ).toEqual([
    'v',
    'v (plan is pro)',
    'v (unique persons, plan is pro, team and plan is set)',
    'v ((plan is a or plan between 1 and 2))',
    'v (in cohort 7)',
    'v (1 = 2)',
  ])
})

test('series that differ in nothing, or only after 100 characters of a filter, have their letters', () => {
  expect(labelsOf({}, {}, { math: 'dau' })).toEqual(['v (A)', 'v (B)', 'v (unique persons)'])
  const long = (end: string) => ({ properties: [plan(`${'x'.repeat(200)}${end}`)] })
  expect(labelsOf(long('a'), long('b'))).toEqual(['v (A)', 'v (B)'])
})

test('words that all series of one event have are left out, and long ones are cut', () => {
  const long = { math: 'dau', properties: [plan('x'.repeat(200))] }
  expect(labelsOf({ math: 'dau' }, long)).toEqual(['v', `v (plan is ${'x'.repeat(92)}…)`])
})

test('an event that is named like a series that is told apart stays another one', () => {
  expect(labelsOf({ math: 'dau' }, {}, { event: 'v (unique persons)' })).toEqual([
    'v (unique persons, A)',
    'v',
    'v (unique persons) (C)',
  ])
})
