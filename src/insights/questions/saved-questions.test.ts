import { expect, test } from 'vitest'
import type { TrendsQuery } from '#insights/kinds/trends/query.ts'
import { parseSaved } from './parse-question.ts'

const events = [{ id: 'visit' }, { id: 'paid' }]
const node = { kind: 'FunnelsQuery', series: [{ kind: 'EventsNode', event: 'a' }, { kind: 'EventsNode' }] }

test.each([
  ['its query', { query: node, filters: {} }, 'funnels', ['a', null]],
  // A newer client has changed the query of an insight that has both forms, so its filters still ask the
  // older question.
  ['its query before its filters', { query: node, filters: { events } }, 'funnels', ['a', null]],
  [
    'filters of a trend',
    { query: null, filters: { insight: 'TRENDS', events } },
    'trends',
    ['visit', 'paid'],
  ],
  [
    'filters of a funnel',
    { query: null, filters: { insight: 'FUNNELS', events } },
    'funnels',
    ['visit', 'paid'],
  ],
  [
    'a kind in lower case',
    { query: null, filters: { insight: 'funnels', events } },
    'funnels',
    ['visit', 'paid'],
  ],
  ['filters without a kind are a trend', { query: null, filters: { events } }, 'trends', ['visit', 'paid']],
])('%s', (_name, saved, kind, asked) => {
  const question = parseSaved(saved).query
  expect(question.kind).toBe(kind)
  expect((question as TrendsQuery).series.map(({ event }) => event)).toEqual(asked)
})

test.each([
  [{ query: null, filters: { insight: 'CHURN', events } }, 'invalid_choice', 'filters__insight'],
  [{ query: null, filters: { insight: 5 } }, 'invalid_input', 'filters__insight'],
  [{ query: null, filters: null }, 'invalid_input', 'filters'],
  [{ query: null, filters: {} }, 'required', 'events'],
  [{ query: { kind: 'WebOverviewQuery' }, filters: { events } }, 'invalid_choice', 'query__kind'],
])('%j is refused', (saved, code, attr) => {
  expect(() => parseSaved(saved)).toThrow(expect.objectContaining({ kind: 'invalid', code, attr }))
})
