import { describe, expect, test } from 'vitest'
import { listedKind, queryForm } from '#metadata/database/migrations/0003-listed-kind.ts'
import { listedAs } from './listed-as.ts'

const viz = (source: object) => ({ kind: 'InsightVizNode', source })

describe('the listed kind and form of a saved insight', () => {
  test.each([
    ['no question', null, {}, 'TRENDS', null],
    ['filters', null, { insight: 'FUNNELS' }, 'FUNNELS', null],
    ['filters in lower case', null, { insight: 'paths' }, 'PATHS', null],
    ['filters whose kind is not text', null, { insight: 7 }, 'TRENDS', null],
    [
      'filters of a trend shown as another',
      null,
      { insight: 'TRENDS', shown_as: 'Stickiness' },
      'TRENDS',
      null,
    ],
    ['filters of a kind without a name', null, { insight: 'CHURN' }, 'CHURN', null],
    ['a node', { kind: 'LifecycleQuery' }, {}, 'LIFECYCLE', 'JSON'],
    ['a node in an InsightVizNode', viz({ kind: 'RetentionQuery' }), {}, 'RETENTION', 'JSON'],
    ['a node beside filters', viz({ kind: 'StickinessQuery' }), { insight: 'PATHS' }, 'STICKINESS', 'JSON'],
    ['SQL', { kind: 'HogQLQuery', query: 'SELECT 1' }, {}, null, 'SQL'],
    ['a table of SQL', { kind: 'DataTableNode', source: { kind: 'HogQLQuery' } }, {}, null, 'SQL'],
    ['a chart of SQL', { kind: 'DataVisualizationNode', source: { kind: 'HogQLQuery' } }, {}, null, 'SQL'],
    ['a table of events', { kind: 'DataTableNode', source: { kind: 'EventsQuery' } }, {}, null, 'JSON'],
    ['a node without a kind', { series: [] }, {}, null, 'JSON'],
    ['a node named like a method of every object', { kind: 'toString' }, {}, null, 'JSON'],
  ])('%s', (_, query, filters, kind, form) => {
    expect(listedAs({ query, filters })).toEqual({ kind, form })
    // The migration filled older rows by a rule of its own. They must be listed like newer rows.
    expect([listedKind(query, filters), queryForm(query)]).toEqual([kind, form])
  })
})
