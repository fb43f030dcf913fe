import { expect, test } from 'vitest'
import { parseExactJson } from '#shared/json-text.ts'
import { personName } from './person-name.ts'

test.each<[string, string, string[], string]>([
  ['the address comes first', '{"name": "Ada", "email": "ada@example.com"}', ['x1'], 'ada@example.com'],
  ['then the name', '{"username": "ada1", "Name": "Ada"}', ['x1'], 'Ada'],
  ['a blank one is skipped', '{"email": " ", "username": "ada1"}', ['x1'], 'ada1'],
  ['a list and null are skipped', '{"email": ["a"], "name": null}', ['x1'], 'x1'],
  ['a number is a name', '{"username": 7}', ['x1'], '7'],
  ['with all its digits', '{"username": 12345678901234567890}', ['x1'], '12345678901234567890'],
  ['else it is the first distinct id', '{"plan": "pro"}', ['x1', 'x2'], 'x1'],
  ['no property of every object', '{}', [], ''],
])('%s', (_name, properties, distinctIds, expected) => {
  const read = parseExactJson(Buffer.from(properties)) as Record<string, unknown>
  expect(personName(read, distinctIds)).toBe(expected)
})
