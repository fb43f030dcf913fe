import { expect, test } from 'vitest'
import { withoutEachPart } from './without-parts.ts'

const VOCABULARY = { actions: [], cohorts: [], groupTypes: [] }
const A = { key: 'plan', operator: 'exact', value: ['team'] }
const B = { key: 'role', operator: 'is_set' }

test('each filter of a question and of its series is left out in turn, and so are test accounts', () => {
  const event = { kind: 'EventsNode', event: 'paid' }
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
    ['Nothing with plan is team', question.series, [B], true],
    ['Nothing with role is set', question.series, [A], true],
    ['Nothing with role is set', [event], [A, B], true],
    ['Nothing without test accounts', question.series, [A, B], undefined],
  ])
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
    ['What is left out leaves no path', 'Leave nothing out'],
    ['No edge has 3 paths', 'Show all edges'],
  ])
  const { startPoint: _, includeEventTypes: _1, ...rest } = pathsFilter
  expect(parts[0]?.question).toEqual({ kind: 'PathsQuery', pathsFilter: rest })
})
