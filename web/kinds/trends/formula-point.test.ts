import { expect, test } from 'vitest'
import { peopleAt, seriesAction, trendItem } from '../../../test/fixtures/page-items.ts'
import { formulaPoint, seriesOfItem, withoutFormulas } from './formula-point.ts'
import type { TrendItem } from './trend-entries.ts'
import type { TrendQuestion } from './trend-question.ts'

const question: TrendQuestion = {
  kind: 'TrendsQuery',
  series: ['viewed', 'signed up', 'paid'].map((event) => ({ kind: 'EventsNode', event })),
  trendsFilter: {
    display: 'ActionsBar',
    formulaNodes: [{ formula: 'C / A', custom_name: 'Paying' }, { formula: 'B' }],
  },
}

const item = (label: string, rest: Partial<TrendItem> = {}) =>
  trendItem({ action: null, label, count: 3, data: [1, 2], ...rest })
const series = (order: number, name: string, breakdown_value: string) =>
  item(`${name} - ${breakdown_value}`, {
    action: seriesAction({ order, name, math: 'dau' }),
    breakdown_value,
    persons_urls: [peopleAt(`/${order}/0`), peopleAt(`/${order}/1`)],
  })

test('the question of the series keeps all but the formulas', () => {
  expect(withoutFormulas(question).trendsFilter).toEqual({ display: 'ActionsBar' })
})

test.each([
  ['Paying', 'AC'],
  ['Paying - Germany', 'AC'],
  ['B', 'B'],
  ['Germany', 'ABC'],
])('the item %s is of the series %s', (label, letters) => {
  expect([...seriesOfItem(question, item(label))].sort().join('')).toBe(letters)
})

test('a number of a formula opens the people of its series in its row, by letter and name', () => {
  const results = [
    series(2, 'paid', 'Germany'),
    series(0, 'viewed', 'Germany'),
    series(1, 'signed up', 'Germany'),
    series(0, 'viewed', 'France'),
  ]
  const cell = { item: item('Paying - Germany', { breakdown_value: 'Germany' }), place: 1 }
  expect(formulaPoint(question, cell, results, { title: 'Paying' })).toEqual({
    title: 'Paying',
    peopleUrl: '/0/1',
    count: 2,
    tabs: [
      { key: 'a', label: 'A viewed', peopleUrl: '/0/1', count: 2 },
      { key: 'c', label: 'C paid', peopleUrl: '/2/1', count: 2 },
    ],
  })
  expect(formulaPoint(question, { ...cell, place: null }, results, { title: 'Paying' })).toBeNull()
})
