import { describe, expect, test } from 'vitest'
import { parseExactJson } from '#shared/json-text.ts'
import { isIllegalId, mergeStatement } from './merge-statement.ts'

const merged = (other: string, isForced = false) => ({ merge: { other, isForced }, isIllegal: false })
const NOTHING = { merge: null, isIllegal: false }
const ILLEGAL = { merge: null, isIllegal: true }

test.each<[string, Record<string, unknown>, object]>([
  ['$identify', { $anon_distinct_id: 'anon' }, merged('anon')],
  ['$create_alias', { alias: 'anon' }, merged('anon')],
  ['$merge_dangerously', { alias: 'anon' }, merged('anon', true)],
  ['$identify', { alias: 'anon' }, NOTHING],
  ['$create_alias', { $anon_distinct_id: 'anon' }, ILLEGAL],
  ['$merge_dangerously', {}, ILLEGAL],
  ['$identify', {}, NOTHING],
  ['$identify', { $anon_distinct_id: null }, NOTHING],
  ['$pageview', { $anon_distinct_id: 'anon', alias: 'anon' }, NOTHING],
  ['toString', { alias: 'anon' }, NOTHING],
  // Here the other id equals the distinct id of the event. Of longer ids, only the first 200 characters are
  // stored and compared.
  ['$identify', { $anon_distinct_id: 'ada' }, NOTHING],
  ['$create_alias', { alias: 17 }, merged('17')],
  ['$create_alias', { alias: 'x'.repeat(300) }, merged('x'.repeat(200))],
  ['$create_alias', { alias: 'a\0' }, merged('a\uFFFD')],
  ['$identify', { $anon_distinct_id: '' }, ILLEGAL],
  ['$identify', { $anon_distinct_id: 'null' }, ILLEGAL],
  ['$create_alias', { alias: 0 }, ILLEGAL],
  ['$merge_dangerously', { alias: false }, ILLEGAL],
])('%s with %j', (name, properties, expected) => {
  expect(mergeStatement(name, 'ada', properties)).toEqual(expected)
})

test('the distinct id itself may be illegal', () => {
  expect(mergeStatement('$identify', 'undefined', { $anon_distinct_id: 'anon' })).toEqual(ILLEGAL)
  expect(mergeStatement('$identify', 'undefined', { $anon_distinct_id: 'undefined' })).toEqual(NOTHING)
  expect(mergeStatement('$identify', 'undefined', {})).toEqual(NOTHING)
})

test('an id of many digits keeps them all', () => {
  const properties = parseExactJson(Buffer.from('{"alias":12345678901234567890}')) as Record<string, unknown>
  expect(mergeStatement('$create_alias', 'ada', properties)).toEqual(merged('12345678901234567890'))
})

describe('placeholders in place of an id', () => {
  test.each(
    'anonymous guest distinctid distinct_id id not_authenticated email undefined true false'.split(' '),
  )('%s in any case', (id) => {
    for (const written of [id, id.toUpperCase(), `"${id}"`, `'${id.toUpperCase()}'`])
      expect(isIllegalId(written)).toBe(true)
  })
  test.each([
    '[object Object]',
    'NaN',
    'None',
    'none',
    'null',
    '0',
    '',
    ' ',
    '\t\n',
    'unknown',
    '$posthog_cookieless',
  ])('%j as it is', (id) => {
    for (const written of [id, `"${id}"`, `'${id}'`]) expect(isIllegalId(written)).toBe(true)
  })
  test.each([
    'ada',
    'NULL',
    'nan',
    'NONE',
    '[object object]',
    '00',
    'ids',
    'guest1',
    '"guest',
    'guest"',
    `"guest'`,
    '""guest""',
    '"',
    "'",
  ])('%j is an id', (id) => {
    expect(isIllegalId(id)).toBe(false)
  })
})
