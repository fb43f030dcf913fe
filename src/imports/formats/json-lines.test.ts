import { expect, test } from 'vitest'
import { createPersonChanges } from '#imports/person-changes.ts'
import type { RowContext } from '#imports/row-event.ts'
import { readRows, readsOf } from '../../../test/fixtures/read-rows.ts'
import { createJsonLines } from './json-lines.ts'

const UUID = '0190c7f2-0000-7000-8000-000000000001'
const AT = '2026-11-20T12:00:00.000Z'
const context = (columns: RowContext['columns'] = {}): RowContext => ({
  nowMs: Date.parse('2026-11-23T00:00:00Z'),
  columns,
  hasChanged: createPersonChanges(),
})
const read = async (lines: readonly (object | string)[], columns?: RowContext['columns']) => {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  return readRows(createJsonLines(context(columns)), text)
}
const event = (more: object = {}) => ({
  event: 'paid',
  distinct_id: 'ann',
  timestamp: AT,
  uuid: UUID,
  ...more,
})
const full = (properties: object = {}, more: object = {}) => ({ ...event(), properties, ...more })

test.each<[string, object, object]>([
  ['an event as SDKs send it', full({ plan: 'pro' }), full({ plan: 'pro' })],
  ['properties as JSON text', event({ properties: '{"plan":"pro"}' }), full({ plan: 'pro' })],
  ['no properties', event(), full()],
  ['seconds', event({ timestamp: Date.parse(AT) / 1000 }), full()],
  ['digits', event({ timestamp: String(Date.parse(AT)) }), full()],
  ['an offset of hours', event({ timestamp: '2026-11-20 14:00:00.000+02' }), full()],
  [
    'other columns',
    event({ plan: 'pro', 'properties.seats': 3, gone: null }),
    full({ plan: 'pro', seats: 3 }),
  ],
  ['a token', event({ api_key: 'phc_secret' }), full()],
  [
    'a batch export',
    event({
      ...{ properties: '{"a":1}', person_id: 'x', team_id: 2, _inserted_at: AT, created_at: AT },
      ...{
        elements_chain: 'a:text="x"',
        set: '{"name":"Ann"}',
        set_once: {},
        person_properties: '{"plan":"pro"}',
      },
    }),
    full({ a: 1, $elements_chain: 'a:text="x"' }, { $set: { plan: 'pro', name: 'Ann' }, $set_once: {} }),
  ],
  ['the name __proto__', event({ properties: '{"__proto__":1,"b":2}' }), JSON.parse(`{"__proto__":1,"b":2}`)],
])('%s', async (name, sent, expected) => {
  const [one] = readsOf(await read([sent])) as [{ properties: object }]
  if (name.includes('proto')) expect(JSON.stringify(one.properties)).toBe(JSON.stringify(expected))
  else expect(one).toEqual(expected)
})

test.each<[string | object, string]>([
  ['{"event":', 'The line is not JSON'],
  ['[1]', 'The line is not a JSON object.'],
  [event({ event: ' ' }), 'The row has no event.'],
  [event({ distinct_id: null }), 'The row has no distinct_id.'],
  [event({ timestamp: undefined }), 'The row has no timestamp.'],
  [event({ timestamp: 'yesterday' }), 'The timestamp "yesterday" is not a time that can be read'],
  [event({ timestamp: '2026-02-30' }), 'The timestamp "2026-02-30" is not a time that can be read'],
  [event({ timestamp: '03/04/2026' }), 'The timestamp "03/04/2026" is not a time that can be read'],
  [event({ timestamp: 12_345_678_901 }), 'The timestamp 12345678901 is not a time that can be read'],
  [event({ distinct_id: '$posthog_cookieless' }), 'instead of the id of a visitor'],
  [event({ timestamp: '1066-10-14' }), 'outside of the years 1970 to 2148'],
  [event({ timestamp: '2027-01-01' }), 'more than 23 hours ahead'],
  [event({ properties: '[1]' }), 'The properties are not a JSON object.'],
  [event({ properties: [1] }), 'The properties are not a JSON object.'],
])('%j is set aside', async (line, reason) => {
  expect(readsOf(await read([line]))).toEqual([expect.stringContaining(reason)])
})

test('rows have the numbers of their lines, and blank lines, a mark of the encoding and carriage returns are none', async () => {
  const rows = await readRows(
    createJsonLines(context()),
    `\uFEFF${JSON.stringify(full())}\r\n\n  \n{\n${JSON.stringify(full())}`,
  )
  expect(rows.map(({ line }) => line)).toEqual([1, 4, 5])
})

test('a line that is not UTF-8 is set aside, and its neighbours are not', async () => {
  const good = Buffer.from(`${JSON.stringify(full())}\n`)
  const rows = await readRows(
    createJsonLines(context()),
    Buffer.concat([good, Buffer.from([0xff, 0x0a]), good]),
  )
  expect(readsOf(rows)).toEqual([full(), 'The line is not valid UTF-8.', full()])
})

test('a row without a uuid has one by its line and its text, so that it is the same each time', async () => {
  const line = { event: 'paid', distinct_id: 'ann', timestamp: AT, properties: {} }
  const uuidsOf = async (lines: readonly object[]) =>
    readsOf(await read(lines)).map((one) => (one as { uuid: string }).uuid)
  const [first, second] = await uuidsOf([line, line])
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(second).not.toBe(first)
  expect(await uuidsOf([line, line, line])).toEqual([first, second, expect.anything()])
})

test('NaN and infinity of Python are null, as capture takes them', async () => {
  const text = `{"event":"paid","distinct_id":"ann","timestamp":"${AT}","uuid":"${UUID}","properties":{"a":NaN,"b":-Infinity,"c":"NaN"}}`
  expect(readsOf(await read([text]))).toEqual([full({ a: null, b: null, c: 'NaN' })])
})

test('integers have all of their digits', async () => {
  const text = '{"event":"a","distinct_id":"b","timestamp":"2026-11-20","uuid":"u","big":9007199254740993}'
  const [row] = await read([text])
  expect(row?.read).toMatchObject({ json: expect.stringContaining('9007199254740993') })
})

test('the properties of a person are set where they have changed', async () => {
  const of = (distinctId: string, plan: string) =>
    event({ distinct_id: distinctId, properties: {}, person_properties: { plan } })
  const rows = await read([of('a', 'free'), of('a', 'free'), of('b', 'free'), of('a', 'pro')])
  expect(readsOf(rows).map((one) => (one as { $set?: object }).$set)).toEqual([
    { plan: 'free' },
    undefined,
    { plan: 'free' },
    { plan: 'pro' },
  ])
})

test('columns have the names that were given', async () => {
  const rows = await read([{ action: 'paid', user: 7, at: AT, event: 'x' }], {
    event: 'action',
    distinct_id: 'user',
    timestamp: 'at',
  })
  expect(readsOf(rows)).toMatchObject([
    { event: 'paid', distinct_id: 7, timestamp: AT, properties: { event: 'x' } },
  ])
})

test('a time that cannot be read is set aside with the name of its column, and read as its owner says', async () => {
  const lines = [{ event: 'paid', distinct_id: 'ann', at: '03/04/2026' }]
  expect(readsOf(await read(lines, { timestamp: 'at' }))).toEqual([
    expect.stringMatching(
      /^The timestamp "03\/04\/2026" of the column at is not a time that can be read\. Expected ISO 8601/,
    ),
  ])
  const timeForm = { unit: 'ms', dateOrder: 'dmy' } as const
  const reader = createJsonLines({ ...context({ timestamp: 'at' }), timeForm })
  const told = await readRows(
    reader,
    `${JSON.stringify(lines[0])}\n${JSON.stringify({ ...lines[0], at: '12' })}`,
  )
  expect(readsOf(told)).toMatchObject([
    { timestamp: '2026-04-03T00:00:00.000Z' },
    { timestamp: '1970-01-01T00:00:00.012Z' },
  ])
})
