import { expect, test } from 'vitest'
import type { SeriesNode } from '#web/api/query-node.ts'
import { withoutEachPart } from './without-parts.ts'

const VOCABULARY = { actions: [], cohorts: [], groupTypes: [] }
const A = { key: 'plan', operator: 'exact', value: ['team'] }
const B = { key: 'role', operator: 'is_set' }

test('each filter of a question and of its series is left out in turn, and so are test accounts', () => {
  const event: SeriesNode = { kind: 'EventsNode', event: 'paid' }
  const question = {
    kind: 'TrendsQuery',
    series: [{ ...event, properties: [B] }],
    properties: [A, B],
    filterTestAccounts: true,
  }
  const parts = withoutEachPart(question, VOCABULARY)
  expect(
    parts.map(({ title, question: { series, properties, filterTestAccounts } }) => [
      title,
      series,
      properties,
      filterTestAccounts,
    ]),
  ).toEqual([
    ['No results with plan is team', question.series, [B], true],
    ['No results with role is set', question.series, [A], true],
    ['No results with role is set', [event], [A, B], true],
    ['No results without test accounts', question.series, [A, B], undefined],
  ])
})

test('a retention is asked without the filters of its start, its end, and with more periods', () => {
  const returningEntity = { id: 'opened', properties: [B] }
  const retentionFilter = { targetEntity: { id: 'paid', properties: [A] }, returningEntity, period: 'Week' }
  const parts = withoutEachPart(
    { kind: 'RetentionQuery', dateRange: { date_to: '2020-01-01' }, retentionFilter },
    VOCABULARY,
  )
  const bare = { ...retentionFilter, targetEntity: { id: 'paid' } }
  expect(parts.map(({ title, label, question }) => [title, label, question['retentionFilter']])).toEqual([
    ['No results with plan is team', 'Remove the filter', bare],
    ['Nobody started in these 11 weeks', 'Until now', retentionFilter],
    ['Nobody started in these 11 weeks', '26 weeks', { ...retentionFilter, totalIntervals: 26 }],
  ])
  expect(parts[1]?.question['dateRange']).toBeUndefined()
})

test('a funnel is asked for all time', () => {
  const dateRange = { date_from: '-7d' }
  const [part] = withoutEachPart({ kind: 'FunnelsQuery', series: [], dateRange }, VOCABULARY)
  expect(part).toMatchObject({
    title: 'Nobody started in the last 7 days',
    question: { dateRange: { date_from: 'all' } },
  })
})

test('each rule of paths that can leave none is left out in turn', () => {
  const pathsFilter = {
    startPoint: '/a',
    endPoint: 'paid',
    excludeEvents: ['x'],
    pathGroupings: ['/b*'],
    minEdgeWeight: 3,
    includeEventTypes: [],
  }
  const parts = withoutEachPart({ kind: 'PathsQuery', pathsFilter }, VOCABULARY)
  expect(parts.map(({ title, label }) => [title, label])).toEqual([
    ['No path begins at /a', 'Remove the start'],
    ['No path ends at paid', 'Remove the end'],
    ['No path is left without the excluded items', 'Exclude nothing'],
    ['No edge has at least 3 paths', 'Show all edges'],
  ])
  const { startPoint: _, includeEventTypes: _1, ...rest } = pathsFilter
  expect(parts[0]?.question).toEqual({ kind: 'PathsQuery', pathsFilter: rest })
})
