import { expect, test } from 'vitest'
import { keptFilters, withOverride } from './kept-filters.ts'

const country = { type: 'event' as const, key: 'country', operator: 'exact', value: ['DE'] }
const plan = { type: 'person' as const, key: 'plan', operator: 'is_not', value: ['trial'] }
const waiting = { type: 'event' as const, key: 'path', operator: 'exact', value: [] }
const NOW_MS = Date.parse('2026-11-23T12:00:00Z')
const shown = (filters: Record<string, unknown>) => keptFilters(filters, { cohorts: [] }, NOW_MS)

test('dates and filters are told one by one, each with what is left without it', () => {
  const filters = { date_from: '-90d', properties: [country, plan], interval: 'week' }
  expect(shown(filters).map(({ words }) => words)).toEqual([
    'last 90 days',
    'country is DE',
    'plan is not trial',
  ])
  expect(shown(filters).map(({ without }) => without)).toEqual([
    { interval: 'week', properties: [country, plan] },
    { interval: 'week', date_from: '-90d', properties: [plan] },
    { interval: 'week', date_from: '-90d', properties: [country] },
  ])
  expect(shown({ date_from: null, properties: null })).toEqual([])
})

test('groups of filters are told in one', () => {
  const values = [country, plan]
  expect(shown({ properties: { type: 'OR', values } }).map(({ words }) => words)).toEqual([
    'country is DE, or plan is not trial',
  ])
  const nested = {
    type: 'AND',
    values: [
      { type: 'OR', values },
      { type: 'OR', values },
    ],
  }
  expect(shown({ properties: nested })).toEqual([{ words: 'filters in groups', without: {} }])
})

test('the filters of a visit hold beside the kept ones, its dates replace theirs', () => {
  const kept = { date_from: '2026-01-01', date_to: '2026-02-01', properties: [country], interval: 'week' }
  expect(withOverride(kept, { date_from: '-7d', properties: [plan, waiting] })).toEqual({
    interval: 'week',
    date_from: '-7d',
    properties: [country, plan],
  })
  expect(withOverride(kept, { properties: { type: 'OR', values: [plan] } })).toMatchObject({
    date_to: '2026-02-01',
    properties: {
      type: 'AND',
      values: [
        { type: 'AND', values: [country] },
        { type: 'OR', values: [plan] },
      ],
    },
  })
  expect(withOverride({}, { date_from: '-7d' })).toEqual({ date_from: '-7d' })
})
