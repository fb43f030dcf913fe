import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { parseValue, requestErrorOf } from './parse-value.ts'
import { RequestError } from './request-error.ts'

const Person = z.object({
  name: z.string().min(2).max(4),
  age: z.number().min(18).max(99).optional(),
  role: z.enum(['admin', 'member']).optional(),
  mail: z.email().optional(),
  tags: z.array(z.object({ label: z.string() })).optional(),
  even: z
    .number()
    .refine((value) => value % 2 === 0, { params: { code: 'odd' }, message: 'Odd.' })
    .optional(),
})
const errorOf = (value: unknown, attr?: readonly PropertyKey[]) => {
  try {
    parseValue(Person, value, attr)
  } catch (error) {
    return error
  }
  return undefined
}

test('a valid value is returned as the schema transforms it', () => {
  const Count = z.object({ count: z.coerce.number().default(1) })
  expect(parseValue(Count, { count: '5', other: true })).toEqual({ count: 5 })
  expect(parseValue(Count, {})).toEqual({ count: 1 })
})

test.each<[string, unknown, string, string | null]>([
  ['missing', {}, 'required', 'name'],
  ['of another type', { name: 5 }, 'invalid_input', 'name'],
  ['null', { name: null }, 'invalid_input', 'name'],
  ['too short', { name: 'a' }, 'min_length', 'name'],
  ['too long', { name: 'abcde' }, 'max_length', 'name'],
  ['too small', { name: 'ada', age: 17 }, 'min_value', 'age'],
  ['too large', { name: 'ada', age: 100 }, 'max_value', 'age'],
  ['no choice', { name: 'ada', role: 'owner' }, 'invalid_choice', 'role'],
  ['of another form', { name: 'ada', mail: 'ada' }, 'invalid_input', 'mail'],
  ['refused by a rule of ours', { name: 'ada', even: 3 }, 'odd', 'even'],
  ['deep inside', { name: 'ada', tags: [{ label: 'a' }, {}] }, 'required', 'tags__1__label'],
  ['not an object', 'ada', 'invalid_input', null],
  ['nothing', undefined, 'required', null],
])('%s', (_name, value, code, attr) => {
  const error = errorOf(value)
  expect(error).toBeInstanceOf(RequestError)
  expect(error).toMatchObject({ kind: 'invalid', code, attr })
})

test('a missing field has a message in words', () => {
  expect(errorOf({})).toMatchObject({ message: 'This field is required.' })
})

test('only the first issue is reported', () => {
  expect(errorOf({ age: 3, role: 'x' })).toMatchObject({ attr: 'name' })
})

test.each([
  [{ age: 1, name: 'ada' }, ['query', 'person'], 'query__person__age'],
  [undefined, ['events', 0], 'events__0'],
])('%j inside %j is at %s', (value, path, attr) => {
  expect(errorOf(value, path)).toMatchObject({ attr })
})

test('an issue alone is an error at its own path', () => {
  const [issue] = Person.safeParse({ name: 'a' }).error?.issues ?? []
  if (issue === undefined) throw new Error('One letter was taken for a name')
  expect(requestErrorOf(issue)).toMatchObject({ code: 'min_length', attr: 'name' })
  expect(requestErrorOf(issue, [])).toMatchObject({ attr: null })
})

test.each([
  ['an object', z.strictObject({ a: z.string().optional() })],
  ['the members of a union', z.union([z.strictObject({ a: z.string().optional() }), z.strictObject({})])],
])('the unknown fields of %s are not all written into a message', (_, schema) => {
  const fields = Object.fromEntries(Array.from({ length: 80_000 }, (_value, i) => [`field${i}`, i]))
  const joined = vi.spyOn(Array.prototype, 'join')
  expect(() => parseValue(schema, fields, ['of'])).toThrow(RequestError)
  const longest = Math.max(...joined.mock.contexts.map((list) => (list as unknown[]).length))
  joined.mockRestore()
  expect(longest).toBeLessThan(100)
})

test('unknown fields are named, the first of them in attr', () => {
  const error = (fields: object) => {
    try {
      parseValue(z.strictObject({}), fields, ['of'])
    } catch (thrown) {
      return thrown
    }
    return undefined
  }
  expect(error({ b: 1 })).toMatchObject({ attr: 'of__b', message: 'There is no field "b" here.' })
  expect(error({ b: 1, c: 2, d: 3, e: 4 })).toMatchObject({
    code: 'unknown_field',
    attr: 'of__b',
    message: 'There is no field "b" here. Unknown as well: "c", "d" and "e".',
  })
})
