import { expect, test } from 'vitest'
import { z } from 'zod'
import { flattenRow, schemaColumns } from './columns.ts'

const User = z.object({ email: z.string(), settings: z.record(z.string(), z.unknown()) })
const Body = z.object({
  id: z.int(),
  created_by: User.nullable(),
  place: z.object({ at: z.object({ x: z.int() }).optional() }),
  tags: z.array(z.string()),
  tiles: z.array(z.object({ id: z.int() })),
  query: z.unknown(),
  open: z.looseObject({ a: z.int() }),
  either: z.union([z.object({ a: z.int() }), z.string()]),
})
const columns = schemaColumns(Body)

test('objects are flattened as far as their schema names their fields', () => {
  expect(columns.map(({ name }) => name)).toEqual([
    'id',
    'created_by.email',
    'created_by.settings',
    'place.at.x',
    'tags',
    'tiles',
    'query',
    'open',
    'either',
  ])
})

test('a row has a value for each column', () => {
  const body = {
    id: 1,
    created_by: { email: 'ada@example.com', settings: { a: 1 } },
    place: { at: { x: 2 } },
    tags: ['a'],
    tiles: [{ id: 3 }],
    query: { kind: 'TrendsQuery' },
    open: { a: 1, b: 2 },
    either: 'text',
  }
  const settings = { a: 1 }
  expect(flattenRow(columns, body)).toEqual([
    1,
    'ada@example.com',
    settings,
    2,
    ['a'],
    [{ id: 3 }],
    { kind: 'TrendsQuery' },
    { a: 1, b: 2 },
    'text',
  ])
})

test('a missing value is undefined, at any depth', () => {
  expect(flattenRow(columns, { id: 1, created_by: null, place: {} })).toEqual([
    1,
    ...Array(8).fill(undefined),
  ])
})
