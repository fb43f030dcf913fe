import { expect, test } from 'vitest'
import { fieldPathsIn } from '#shared/field-paths.ts'
import { type Mention, mentionsIn } from './mentions.ts'

const at = fieldPathsIn(['query'])
const short = (mention: Mention) => {
  if (mention.of === 'event') return `event ${mention.name}`
  if (mention.of === 'group type') return `group type ${mention.index}`
  if (mention.of === 'only group type') return mention.of
  if (mention.of !== 'property') return `${mention.of} ${mention.id}`
  return `${mention.property.type} ${mention.property.groupTypeIndex} ${mention.property.name}`
}
const found = (node: object) => mentionsIn({ ...node }, at).map((one) => [one.attr, short(one)])

test('events of series, where they have a name, and actions', () => {
  const series = [
    { kind: 'EventsNode', event: 'paid' },
    { kind: 'EventsNode', event: null },
    { kind: 'EventsNode' },
    { kind: 'EventsNode', event: 5, math: 'unique_group', math_group_type_index: 2 },
    { kind: 'ActionsNode', id: 3 },
  ]
  expect(found({ series })).toEqual([
    ['query__series__0__event', 'event paid'],
    ['query__series__3__event', 'event 5'],
    ['query__series__3__math_group_type_index', 'group type 2'],
    ['query__series__4__id', 'action 3'],
  ])
})

test('events, actions and filters of the exclusions of a funnel', () => {
  const exclusions = [
    { kind: 'EventsNode', event: 'left', properties: [{ key: 'plan', value: 1 }] },
    { kind: 'ActionsNode', id: 4 },
  ]
  expect(found({ funnelsFilter: { exclusions } })).toEqual([
    ['query__funnelsFilter__exclusions__0__event', 'event left'],
    ['query__funnelsFilter__exclusions__1__id', 'action 4'],
    ['query__funnelsFilter__exclusions__0__properties__0__key', 'event -1 plan'],
  ])
})

test.each([
  ['a list', [{ key: 'plan', value: 1 }], '0'],
  ['a group', { type: 'OR', values: [{ key: 'plan', value: 1 }] }, 'values__0'],
  ['a group in a list', [{ type: 'OR', values: [{ key: 'plan', value: 1 }] }], '0__values__0'],
  ['the oldest form', { plan__is_not: 'free' }, '0'],
  ['JSON text', '[{"key":"plan","value":1}]', '0'],
])('properties of filters in %s', (_name, properties, place) => {
  expect(found({ properties })).toEqual([[`query__properties__${place}__key`, 'event -1 plan']])
  const series = [{ kind: 'ActionsNode', fixedProperties: properties }]
  expect(found({ series })).toEqual([[`query__series__0__fixedProperties__${place}__key`, 'event -1 plan']])
})

test.each([
  [{ type: 'event' }, ['event -1 plan']],
  [{ type: 'feature' }, ['event -1 plan']],
  [{ type: 'person' }, ['person -1 plan']],
  [{ type: 'group', group_type_index: 3 }, ['group type 3', 'group 3 plan']],
  [{ type: 'group' }, []],
  [{ type: 'session' }, []],
  [{ type: 'element' }, []],
  [{ type: 'hogql' }, []],
  [{ type: 'cohort' }, []],
  [{ type: 'cohort', value: '7' }, ['cohort 7']],
])('a filter %j', (fields, expected) => {
  expect(found({ properties: [{ key: 'plan', ...fields }] }).map(([, name]) => name)).toEqual(expected)
})

test.each([[undefined], [null], ['['], [5], [[5, null]], [{ values: 5, type: 'AND' }], [[{ key: 5 }]]])(
  'nothing in %j',
  (properties) => expect(found({ properties, series: 5 })).toEqual([]),
)

test('filters that nest deeper than parsing allows are left out', () => {
  const nested = Array.from({ length: 10_000 }).reduce((inner) => ({ type: 'AND', values: [inner] }), {
    key: 'plan',
    value: 1,
  })
  expect(found({ properties: nested as object })).toEqual([])
})
