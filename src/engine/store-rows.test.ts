import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sql } from '#fragments/fragment.ts'
import { STORE_FORMS } from '../../test/fixtures/store-forms.ts'
import { ENGINE_MIGRATIONS } from '../app/schema-version.ts'
import { flatProperties } from '../ingest/store/flat-properties.ts'
import { insertReadable } from './insert-readable.ts'
import { areDeferrable } from './store-rows.ts'
import { tabField } from './tab-separated.ts'

const rowOf = (properties: string) => ({
  line: `1\t0\t${tabField(properties)}`,
  flat: tabField(flatProperties(properties)),
})

test.each([
  ['no properties', '{}', true],
  ['letters outside of ASCII, escaped', '{"a":"\\u00e4"}', true],
  ['half of a surrogate pair, escaped', '{"a":"\\ud83d"}', false],
  ['a surrogate pair, escaped', '{"a":"\\uD83D\\uDE00"}', false],
  ['a number of 15 digits', '{"a":123456789012345}', true],
  ['a number of 16 digits', '{"a":1234567890123456}', false],
  ['a negative number of 16 digits in a list', '{"a":[-1234567890123456]}', false],
  ['a text of 16 digits', '{"a":"1234567890123456"}', true],
  ['an exponent of two digits', '{"a":1e99}', true],
  ['an exponent of three digits', '{"a":1.5E+300}', false],
  ['hexadecimal digits that look like an exponent', '{"a":"3e456"}', true],
  ['1,000 lists in each other', `{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}`, true],
  ['64 KiB', `{"a":"${'x'.repeat(64 * 1024)}"}`, false],
])('%s', (_, properties, isDeferrable) => {
  expect(areDeferrable([rowOf(properties)])).toBe(isDeferrable)
})

test('many rows are not deferrable', () => {
  const row = rowOf(`{"a":"${'x'.repeat(1_000)}"}`)
  expect(areDeferrable(Array(200).fill(row))).toBe(true)
  expect(areDeferrable(Array(300).fill(row))).toBe(false)
})

test('doubtful flat properties are not deferrable', () => {
  expect(areDeferrable([{ line: '1\t0\t{}', flat: '{"a":1234567890123456}' }])).toBe(false)
})

const [embedded] = STORE_FORMS
const open = embedded?.useStores()

test('the engine reads all rows that are deferrable', { timeout: 240_000 }, async () => {
  const engine = await open?.()
  if (engine === undefined) throw new Error('There is no embedded form.')
  await engine.migrate(ENGINE_MIGRATIONS)
  const number = fc.oneof(fc.double(), fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }))
  const { any } = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 40 },
      fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
      fc.constantFrom('null', 'true', 'false'),
      number.map(String).filter((text) => /^-?\d/.test(text)),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('any'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
    object: fc.dictionary(fc.string(), tie('any'), { maxKeys: 6 }).map(objectText),
  }))
  const properties = fc.dictionary(fc.string(), any, { maxKeys: 40 }).map(objectText)
  const deep = fc
    .integer({ min: 1, max: 1_000 })
    .chain((depth) => fc.constantFrom(nested(depth, '[', ']'), nested(depth, '{"a":', '}')))
  const columns = ['project_id', 'person', 'properties_raw']
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(properties, deep), { minLength: 1, maxLength: 20 }), async (texts) => {
      const rows = texts.map(rowOf).filter((row) => areDeferrable([row]))
      fc.pre(rows.length > 0)
      expect(await insertReadable(engine, 'persons', columns, rows)).toEqual([])
    }),
    { numRuns: 60 },
  )
  const [row] = await engine.rows(sql`SELECT count() > 0 AS hasRows FROM persons`, {
    name: 'test',
    projectId: null,
  })
  expect(row).toEqual({ hasRows: 1 })
  await engine.close()
})

const objectText = (members: Readonly<Record<string, unknown>>) =>
  `{${Object.entries(members)
    .map(([name, value]) => `${JSON.stringify(name)}:${String(value)}`)
    .join()}}`

function nested(depth: number, open: string, close: string): string {
  const inner = open === '[' ? '' : '1'
  return `{"a":${open.repeat(depth)}${inner}${close.repeat(depth)}}`
}
