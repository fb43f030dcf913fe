import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeComputed, writerOf } from './computed-fields.ts'

const Item = z.object({
  id: z.int(),
  result: z.unknown().meta({ computed: true }),
  isCached: z.boolean().describe('Whether it comes from the cache.').meta({ computed: true }),
})
const plain = { id: 1, result: [{ a: 1 }], isCached: true }
const written = { id: 1, result: '[{"a":1}]', isCached: 'true' }

test.each([
  ['an object', Item, plain, written],
  [
    'null',
    Item,
    { ...plain, result: null, isCached: false },
    { ...written, result: null, isCached: 'false' },
  ],
  ['a list', z.array(Item), [plain, plain], [written, written]],
  [
    'a page',
    z.object({ count: z.int(), results: z.array(Item) }),
    { count: 1, results: [plain] },
    { count: 1, results: [written] },
  ],
  [
    'an object within one that may be missing',
    z.object({ tiles: z.array(z.object({ item: Item.nullable().optional() })) }),
    { tiles: [{ item: plain }, { item: null }, {}] },
    { tiles: [{ item: written }, { item: null }, {}] },
  ],
])('the fields of %s are JSON text, in their places', (_, schema, body, expected) => {
  const write = writerOf(schema, 'text')
  expect(JSON.stringify(write?.(body))).toBe(JSON.stringify(expected))
  expect(writerOf(schema, 'json')).toBeNull()
})

test('a body without computed fields is not changed', () => {
  expect(writerOf(z.array(z.object({ id: z.int() })), 'text')).toBeNull()
})

test.each([
  [
    'text',
    { type: ['string', 'null'], description: expect.any(String) },
    { type: 'string', enum: ['true', 'false'], description: 'Whether it comes from the cache.' },
  ],
  ['json', {}, { type: 'boolean', description: 'Whether it comes from the cache.' }],
] as const)('they are documented as they are written: %s', (form, result, isCached) => {
  const { properties } = describeComputed(z.toJSONSchema(Item), form)
  expect(properties).toEqual({ id: expect.any(Object), result, isCached })
})
