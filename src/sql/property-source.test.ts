import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EVENT_PROPERTIES } from './property-source.ts'

// A key that has a type in the schema must not be read with a CAST, which would be slow. Any other key must
// be read with a CAST, because every query would fail without it.
test('the typed properties are those of the schema, in both of its copies', () => {
  const schema = readFileSync(new URL('../../migrations/clickhouse/0001_events.sql', import.meta.url), 'utf8')
  const copies = [...schema.matchAll(/JSON\(\n([\s\S]*?)\n {2}\)/g)].map(([, body = '']) => body)
  expect(copies).toHaveLength(2)
  expect(copies[1]).toBe(copies[0])
  const hints = [...(copies[0] ?? '').matchAll(/^ {4}`(.+)` (.+?),?$/gm)]
  expect(hints.length).toBe((copies[0] ?? '').split('\n').length - 1)
  for (const [, , type] of hints)
    expect(['Nullable(String)', 'LowCardinality(Nullable(String))']).toContain(type)
  const typed = [...EVENT_PROPERTIES.typed]
  expect(typed).toEqual(hints.map(([, key]) => key))
})
