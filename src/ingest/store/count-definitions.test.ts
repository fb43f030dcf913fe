import { expect, test } from 'vitest'
import { shapeOf } from '#ingest/property-shape.ts'
import { type DefiningEvent, definitionsIn } from './count-definitions.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
type Given = Partial<Omit<DefiningEvent, 'event'>> & Partial<DefiningEvent['event']>
const event = (
  name: string,
  properties: object,
  { projectId = 1, groupIndexes = new Map(), ...fields }: Given = {},
): DefiningEvent => ({
  projectId,
  groupIndexes,
  event: {
    name,
    timestampMs: NOON,
    shape: shapeOf({ ...properties }),
    person: { setOnce: null, set: null },
    groupStatement: null,
    ...fields,
  },
})
const property = (name: string, kind: string | null, count: number, more: object = {}) => ({
  projectId: 1,
  type: 'event',
  groupTypeIndex: -1,
  name,
  kind,
  count,
  lastSeenMs: NOON,
  ...more,
})

test('events, their properties and their pairs, each once', () => {
  const seen = definitionsIn([
    event('paid', { plan: 'pro', seats: 5 }),
    event('paid', { plan: 'free', seats: 1 }, { timestampMs: NOON + 5 }),
    event('paid', { plan: 'pro' }, { timestampMs: NOON - 5 }),
    event('seen', { plan: true }),
    event('seen', {}),
  ])
  expect(seen.events).toEqual([
    { projectId: 1, name: 'paid', count: 3, lastSeenMs: NOON + 5 },
    { projectId: 1, name: 'seen', count: 2, lastSeenMs: NOON },
  ])
  expect(seen.properties).toEqual([
    property('plan', 'String', 4, { lastSeenMs: NOON + 5 }),
    property('seats', 'Numeric', 2, { lastSeenMs: NOON + 5 }),
  ])
  expect(seen.pairs).toEqual([
    { projectId: 1, event: 'paid', property: 'plan', count: 3 },
    { projectId: 1, event: 'paid', property: 'seats', count: 2 },
    { projectId: 1, event: 'seen', property: 'plan', count: 1 },
  ])
})

test.each([
  ['numbers', [1, 2.5], 'Numeric'],
  ['booleans', [true, false], 'Boolean'],
  ['dates', ['2026-11-20', '2026-11-20T12:00:00Z'], 'DateTime'],
  ['lists and null', [[1], null, {}], null],
  ['null, then a number', [null, 1], 'Numeric'],
  ['a number, then a list', [1, [2]], 'Numeric'],
  ['a number, then a text', [1, 'x'], 'String'],
  ['a text, then a number', ['x', 1], 'String'],
  ['a date, then a text', ['2026-11-20', 'x'], 'String'],
  ['a number, then a boolean', [1, true], 'String'],
  ['two kinds, then the first again', [1, 'x', 1], 'String'],
])('%s', (_name, values, kind) => {
  const seen = definitionsIn(values.map((value) => event('e', { value })))
  expect(seen.properties).toEqual([property('value', kind, values.length)])
})

test('properties of persons and groups are definitions of their own', () => {
  const person = { setOnce: { source: 'news' }, set: { plan: 'pro', source: 'ad' } }
  const group = { groupStatement: { type: 'team', set: { seats: 5 } } }
  const seen = definitionsIn([
    event('$identify', {}, { person }),
    event('$groupidentify', {}, { ...group, groupIndexes: new Map([['team', 2]]) }),
    event('$groupidentify', {}, { ...group, groupIndexes: new Map([['team', 0]]) }),
    // A sixth group type has no index.
    event('$groupidentify', {}, group),
  ])
  expect(seen.properties).toEqual([
    property('source', 'String', 2, { type: 'person' }),
    property('plan', 'String', 1, { type: 'person' }),
    property('seats', 'Numeric', 1, { type: 'group', groupTypeIndex: 2 }),
    property('seats', 'Numeric', 1, { type: 'group', groupTypeIndex: 0 }),
  ])
  expect(seen.pairs).toEqual([])
})

test('projects are kept apart', () => {
  const seen = definitionsIn([event('e', { a: 1 }), event('e', { a: 'x' }, { projectId: 2 })])
  expect(seen.properties).toEqual([property('a', 'Numeric', 1), property('a', 'String', 1, { projectId: 2 })])
  expect(seen.events.map(({ projectId, count }) => [projectId, count])).toEqual([
    [1, 1],
    [2, 1],
  ])
})

test('a property can be called __proto__ or constructor', () => {
  const hostile = JSON.parse('{"__proto__": 1, "constructor": "x", "": true}')
  const seen = definitionsIn([
    event('__proto__', {}, { shape: shapeOf(hostile) }),
    event('constructor', {}, { person: { setOnce: null, set: hostile } }),
  ])
  expect(seen.events.map(({ name }) => name)).toEqual(['__proto__', 'constructor'])
  expect(seen.properties.map(({ type, name, kind }) => [type, name, kind])).toEqual(
    ['event', 'person'].flatMap((type) => [
      [type, '__proto__', 'Numeric'],
      [type, 'constructor', 'String'],
      [type, '', 'Boolean'],
    ]),
  )
})

test('beyond the limit of names the first are counted, with all their events', () => {
  const made = (i: number) => Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`${i} ${n}`, n]))
  const events = Array.from({ length: 100 }, (_, i) => event('e', { known: 1, ...made(i) }))
  const other = event('e', { own: 1 }, { projectId: 2 })
  const seen = definitionsIn([...events, other])
  const ofProject = (rows: readonly { projectId: number }[], id: number) =>
    rows.filter(({ projectId }) => projectId === id).length
  expect([ofProject(seen.properties, 1), ofProject(seen.properties, 2)]).toEqual([30_000, 1])
  expect([ofProject(seen.pairs, 1), ofProject(seen.pairs, 2)]).toEqual([30_000, 1])
  expect(seen.properties[0]).toMatchObject({ name: 'known', count: 100 })
  const many = Array.from({ length: 40_000 }, (_, i) => event(`e${i}`, { a: 1, b: 1, c: 1, d: 1, e: 1 }))
  const seenMany = definitionsIn(many)
  expect([seenMany.events.length, seenMany.pairs.length]).toEqual([30_000, 120_000])
})
