import { expect, test } from 'vitest'
import type { QueryNode, SeriesNode } from '#web/api/query-node.ts'
import { askedNode, attrInForm } from './asked-node.ts'
import { changedParts, changedWords } from './changed-parts.ts'
import { compactQuestion } from './compact.ts'
import { hiddenIn } from './hidden-series.ts'
import { addressOfQuestion, parseQuestion } from './use-question.ts'

const SERIES: readonly SeriesNode[] = [
  { kind: 'EventsNode', event: 'a' },
  { kind: 'EventsNode', event: 'b', properties: [{ key: 'x', operator: 'exact', value: [] }] },
  { kind: 'EventsNode', event: null },
]
const NODE: QueryNode = { kind: 'TrendsQuery', series: SERIES }

test('a filter that waits for its value is not asked, and neither is a hidden series', () => {
  expect(askedNode(NODE, [])).toEqual({
    kind: 'TrendsQuery',
    series: [SERIES[0], { kind: 'EventsNode', event: 'b' }, SERIES[2]],
  })
  expect(askedNode(NODE, [0, 1])).toEqual({ kind: 'TrendsQuery', series: [SERIES[2]] })
})

test('a formula needs all series, and one is asked where all are hidden', () => {
  const formula = { ...NODE, trendsFilter: { formula: 'A' } }
  expect(askedNode(formula, [1])['series']).toHaveLength(3)
  expect(askedNode(NODE, [0, 1, 2])['series']).toHaveLength(3)
})

test('an error about the asked question marks the field of the edited one', () => {
  expect(attrInForm('query__series__0__math', NODE, [0])).toBe('query__series__1__math')
  expect(attrInForm('query__series__1__math', NODE, [])).toBe('query__series__1__math')
  expect(attrInForm('query__dateRange__date_from', NODE, [0])).toBe('query__dateRange__date_from')
})

test('defaults are left out of a question', () => {
  expect(
    compactQuestion({
      ...NODE,
      series: [{ kind: 'EventsNode', event: 'a', math: 'total' }],
      interval: 'day',
      dateRange: { date_from: '-7d', date_to: null },
      properties: [],
      filterTestAccounts: false,
      compareFilter: { compare: false },
      breakdownFilter: { breakdown: null },
      trendsFilter: { display: 'ActionsLineGraph' },
    }),
  ).toEqual({ kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'a' }] })
})

test('what is no default stays', () => {
  const node: QueryNode = {
    ...NODE,
    interval: 'week',
    dateRange: { date_from: '-7d', date_to: '-1d' },
    trendsFilter: { display: 'ActionsBar' },
    compareFilter: { compare: true },
  }
  expect(compactQuestion(node)).toEqual(node)
  // The default range of a retention differs from that of a trend.
  const retention = { kind: 'RetentionQuery', dateRange: { date_from: '-7d' } }
  expect(compactQuestion(retention)).toEqual(retention)
})

test.each<[Partial<QueryNode>, string[]]>([
  [{}, []],
  [{ interval: 'day' }, []],
  [{ breakdownFilter: { breakdown: 'plan' } }, ['breakdown']],
  [{ dateRange: { date_from: '-30d' }, properties: [{ key: 'a', value: ['1'] }] }, ['dates', 'filters']],
  [{ trendsFilter: { display: 'ActionsBar' } }, ['display']],
  [{ trendsFilter: { formula: 'A' } }, ['formula']],
  [{ kind: 'FunnelsQuery' }, ['kind']],
])('with %j the parts %j have changed', (change, parts) => {
  expect(changedParts(NODE, { ...NODE, ...change })).toEqual(parts)
})

test('changed parts are listed in words', () => {
  expect(changedWords(['breakdown'])).toBe('breakdown changed')
  expect(changedWords(['dates', 'filters', 'series'])).toBe('dates, filters and series changed')
})

test('a question is percent-encoded in its address, and read again', () => {
  const node: QueryNode = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'a b+c&d' }] }
  const fragment = new URL(addressOfQuestion(1, node), 'http://x').hash
  expect(decodeURIComponent(fragment)).toBe(`#q=${JSON.stringify(node)}`)
  expect(parseQuestion(new URLSearchParams(fragment.slice(1)).get('q'), NODE).question).toEqual(node)
})

test('hidden series are the letters of the address', () => {
  expect(hiddenIn('A,C,C')).toEqual([0, 2])
  expect(hiddenIn('a,1')).toEqual([])
  expect(hiddenIn(null)).toEqual([])
})
