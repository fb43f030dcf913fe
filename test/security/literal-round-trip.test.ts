import { expect, test } from 'vitest'
import { bound, type Fragment, identifier, sql, text } from '../../src/fragments/fragment.ts'
import { useApp } from '../fixtures/use-app.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

const server = useApp()
const rowsOf = (query: Fragment) => server.app.engine.rows(query, { name: 'test', projectId: null })
const TEXTS = [...HOSTILE_TEXTS, '', '\0', 'a\0b', '\x01\x1b\x7f']

test.each(TEXTS)('the engine returns the text %j', async (value) => {
  expect(await rowsOf(sql`SELECT ${text(value)} AS value`)).toEqual([{ value }])
})

test('the engine returns a text of 20 kB', async () => {
  const value = "'\\`{p0:String}".repeat(1_500)
  expect(await rowsOf(sql`SELECT ${text(value)} AS value`)).toEqual([{ value }])
})

test('lone surrogates become U+FFFD', async () => {
  const query = sql`SELECT ${text('a\ud800b\udc00')} AS value`
  expect(await rowsOf(query)).toEqual([{ value: 'a\uFFFDb\uFFFD' }])
})

// The query also returns two values. The engine must not take a value for the name.
test.each(TEXTS.filter((name) => name !== ''))('the engine takes %j as a name', async (name) => {
  const query = sql`SELECT ${text('p0')} AS ${identifier(name)}, ${text('p1')} AS ${identifier('b')}`
  expect(await rowsOf(query)).toEqual([
    Object.fromEntries([
      [name, 'p0'],
      ['b', 'p1'],
    ]),
  ])
})

test('lists of texts keep their items', async () => {
  const query = sql`SELECT ${bound('Array(String)', TEXTS)} AS value`
  expect(await rowsOf(query)).toEqual([{ value: TEXTS }])
})

test('numbers and dates keep their value', async () => {
  const query = sql`SELECT
    ${bound('Int64', -(2n ** 63n) + 1n)} AS least,
    ${bound('Int64', 2n ** 63n - 1n)} AS most,
    ${bound('Float64', 5e-324)} AS tiny,
    ${bound('Float64', -1.7976931348623157e308)} AS huge,
    ${bound('Date', '2149-01-01')} AS day,
    ${bound('Array(Int64)', [0, 2 ** 31, 2 ** 33])} AS instants,
    ${bound('Array(UInt32)', [0, 2 ** 32 - 1])} AS numbers`
  expect(await rowsOf(query)).toEqual([
    {
      least: '-9223372036854775807',
      most: '9223372036854775807',
      tiny: 5e-324,
      huge: -1.7976931348623157e308,
      day: '2149-01-01',
      instants: ['0', '2147483648', '8589934592'],
      numbers: [0, 4294967295],
    },
  ])
})
