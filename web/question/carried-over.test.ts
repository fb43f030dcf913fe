import { expect, test } from 'vitest'
import type { QueryNode } from '#web/api/query-node.ts'
import { carriedOver } from './carried-over.ts'

const node = (fields: object) => ({ kind: 'FunnelsQuery', series: SERIES, ...fields }) as unknown as QueryNode
const SERIES = [{ kind: 'EventsNode', event: 'a' }]

test.each<[string, object, object, object, object]>([
  ['nothing else has changed', {}, {}, { interval: 'day' }, { interval: 'day' }],
  [
    'the form has changed another field of the same object',
    { funnelsFilter: { funnelWindowInterval: 3, funnelOrderType: 'ordered' } },
    { funnelsFilter: { funnelWindowInterval: 3, funnelOrderType: 'strict' } },
    { funnelsFilter: { funnelWindowInterval: 3, funnelOrderType: 'strict', funnelVizType: 'trends' } },
    { funnelsFilter: { funnelWindowInterval: 3, funnelOrderType: 'ordered', funnelVizType: 'trends' } },
  ],
  [
    'the form has begun the object',
    { funnelsFilter: { funnelWindowInterval: 3 } },
    {},
    { funnelsFilter: { funnelVizType: 'trends' } },
    { funnelsFilter: { funnelWindowInterval: 3, funnelVizType: 'trends' } },
  ],
  [
    'a field is taken off',
    { interval: 'day', compareFilter: { compare: true } },
    { compareFilter: { compare: true } },
    {},
    { interval: 'day' },
  ],
])('the change of an answer is made in the question of now where %s', (_, now, before, after, expected) => {
  expect(carriedOver(node(now), node(before), node(after))).toEqual(node(expected))
})
