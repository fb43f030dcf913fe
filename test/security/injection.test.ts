import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/fragments/fragment.ts'
import { useApp } from '../fixtures/use-app.ts'
import { escapedForRegex, HOSTILE_TEXTS } from './hostile-texts.ts'

const server = useApp()
const TREND = '/api/projects/1/insights/trend/'
const FUNNEL = '/api/projects/1/insights/funnel/'
const MANY_BYTES = "'\\`".repeat(6_660)
/** Makes an object with one key of any name. An object literal cannot have an own `__proto__`. */
const withKey = (key: string, value: unknown) => Object.fromEntries([[key, value]])

const ask = (question: object) => server.request('POST', TREND, question)
async function countOf(question: object): Promise<number> {
  const { status, body } = await ask(question)
  expect([status, status === 200 ? '' : body]).toEqual([200, ''])
  return body.result[0].count
}

// Each text has one event, whose name, property key, property value and distinct id it is.
beforeAll(() =>
  server.capture(
    [...HOSTILE_TEXTS, MANY_BYTES].map((text) => ({
      event: `named ${text}`,
      distinct_id: `id ${text}`,
      properties: { ...withKey(text, text), kind: 'hostile' },
    })),
  ),
)

test('all distinct ids are persons of their own', async () => {
  const everyone = { events: [{ id: null, math: 'dau', properties: [{ key: 'kind', value: 'hostile' }] }] }
  expect(await countOf(everyone)).toBe(HOSTILE_TEXTS.length + 1)
})

test.each(HOSTILE_TEXTS)('the event named %j is counted once', async (text) => {
  const { body } = await ask({ events: [{ id: `named ${text}`, name: text, custom_name: `a ${text} b` }] })
  expect(body.result[0]).toMatchObject({
    count: 1,
    label: text,
    action: { id: `named ${text}`, name: text, custom_name: `a ${text} b` },
  })
})

test.each(HOSTILE_TEXTS)('the event named %j is a step of a funnel', async (text) => {
  const question = { events: [{ id: `named ${text}` }, { id: `named ${text}`, order: 1 }] }
  const { body } = await server.request('POST', FUNNEL, question)
  expect(body.result.map((step: { count: number }) => step.count)).toEqual([1, 0])
})

/** Returns the number of events named `text` whose property `text` matches the operator and value. */
const countWhere = (text: string, operator: string, value?: unknown) =>
  countOf({ events: [{ id: `named ${text}`, properties: [{ key: text, operator, value }] }] })

test.each(HOSTILE_TEXTS)('the property %j is found and equals itself', async (text) => {
  expect(await countWhere(text, 'is_set')).toBe(1)
  expect(await countWhere(text, 'is_not_set')).toBe(0)
  expect(await countWhere(text, 'exact', text)).toBe(1)
  expect(await countWhere(text, 'exact', ['other', text])).toBe(1)
  expect(await countWhere(text, 'is_not', text)).toBe(0)
  expect(await countWhere(text, 'exact', `${text}x`)).toBe(0)
})

test.each(HOSTILE_TEXTS)('the value %j contains itself and matches itself', async (text) => {
  expect(await countWhere(text, 'icontains', text)).toBe(1)
  expect(await countWhere(text, 'not_icontains', text)).toBe(0)
  for (const operator of ['starts_with', 'ends_with']) {
    expect(await countWhere(text, operator, text)).toBe(1)
    expect(await countWhere(text, operator, [text, 'another'])).toBe(1)
    expect(await countWhere(text, `not_${operator}`, text)).toBe(0)
  }
  expect(await countWhere(text, 'regex', `^${escapedForRegex(text)}$`)).toBe(1)
  expect(await countWhere(text, 'not_regex', `^${escapedForRegex(text)}$`)).toBe(0)
})

test.each(HOSTILE_TEXTS)('%j is no number', async (text) => {
  for (const operator of ['gt', 'gte', 'lt', 'lte']) {
    const properties = [{ key: text, operator, value: text }]
    expect(await ask({ events: [{ id: null, properties }] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', attr: 'events__0__properties__0__value' },
    })
    expect(await countWhere(text, operator, 0)).toBe(0)
  }
})

test('names, keys and values of 20 kB', async () => {
  // Names are cut to 200 characters, so the longest text is found by its property.
  const filter = { key: MANY_BYTES, value: MANY_BYTES, operator: 'exact' }
  expect(await countOf({ events: [{ id: null, properties: [filter] }] })).toBe(1)
  expect(await countOf({ events: [{ id: MANY_BYTES }] })).toBe(0)
})

const countWithKey = (event: string, key: string) =>
  countOf({ events: [{ id: event, properties: [{ key, operator: 'is_set' }] }] })

test('a dot in a key is a character of it, and not a path', async () => {
  await server.capture([
    { event: 'dots', distinct_id: 'ada', properties: { 'a.b': 1 } },
    { event: 'dots', distinct_id: 'ada', properties: { a: { b: 1 } } },
    { event: 'written', distinct_id: 'ada', properties: { 'a%2Eb': 1 } },
    { event: 'written', distinct_id: 'ada', properties: { 'a.b': 1 } },
  ])
  // The store writes a dot as %2E, so the key `a%2Eb` is looked up in the text.
  expect([await countWithKey('dots', 'a.b'), await countWithKey('written', 'a%2Eb')]).toEqual([1, 1])
})

test('a property that holds an object is set', async () => {
  await server.capture([{ event: 'nested', distinct_id: 'ada', properties: { a: { b: 1 } } }])
  expect(await countWithKey('nested', 'a')).toBe(1)
})

test('lone surrogates in names, keys and values', async () => {
  const properties = withKey('\ud800', '\ud800')
  await server.capture([{ event: 'surrogate \ud800', distinct_id: '\udc00', properties }])
  const filter = { key: '\ud800', value: '\ud800', operator: 'exact' }
  expect(await countOf({ events: [{ id: 'surrogate \ud800', properties: [filter] }] })).toBe(1)
})

test('NUL in keys and values', async () => {
  await server.capture([{ event: 'nul', distinct_id: 'a\0b', properties: withKey('a\0b', 'a\0b') }])
  const filter = { key: 'a\0b', value: 'a\0b', operator: 'exact' }
  expect(await countOf({ events: [{ id: 'nul', properties: [filter] }] })).toBe(1)
})

test('NUL in an event name', async () => {
  await server.capture([{ event: 'nul \0 in name', distinct_id: 'ada' }])
  expect(await countOf({ events: [{ id: 'nul \0 in name' }] })).toBe(1)
})

const REFUSED: readonly [attr: string, question: (text: string) => object][] = [
  ['date_from', (date_from) => ({ events: [{ id: 'x' }], date_from })],
  ['date_to', (date_to) => ({ events: [{ id: 'x' }], date_to })],
  ['interval', (interval) => ({ events: [{ id: 'x' }], interval })],
  ['display', (display) => ({ events: [{ id: 'x' }], display })],
  ['explicit_date', (explicit_date) => ({ events: [{ id: 'x' }], explicit_date })],
  ['filter_test_accounts', (text) => ({ events: [{ id: 'x' }], filter_test_accounts: text })],
  ['events__0__math', (math) => ({ events: [{ id: 'x', math }] })],
  ['events__0__order', (order) => ({ events: [{ id: 'x', order }] })],
  ['events', (events) => ({ events })],
  ['properties', (text) => ({ events: [{ id: 'x' }], properties: `${text}{` })],
  ['properties__type', (type) => ({ events: [{ id: 'x' }], properties: { type, values: [] } })],
  ['properties__0__type', (type) => ({ events: [{ id: 'x' }], properties: [{ key: 'a', value: 1, type }] })],
  [
    'properties__0__operator',
    (operator) => ({ events: [{ id: 'x' }], properties: [{ key: 'a', value: 1, operator }] }),
  ],
]

test.each(REFUSED)('no hostile text is a value of %s', async (attr, question) => {
  for (const text of [...HOSTILE_TEXTS, 'a\0', '\ud800', 'x'.repeat(20_000)]) {
    const { status, body } = await ask(question(text))
    expect([text, status, body.type, body.attr]).toEqual([text, 400, 'validation_error', attr])
  }
})

test('no hostile text is a funnel window', async () => {
  const events = [{ id: 'x' }, { id: 'y', order: 1 }]
  for (const text of HOSTILE_TEXTS)
    for (const attr of ['funnel_window_interval', 'funnel_window_interval_unit', 'funnel_viz_type']) {
      const { status, body } = await server.request('POST', FUNNEL, { events, [attr]: `x${text}` })
      expect([text, status, body.attr]).toEqual([text, 400, attr])
    }
})

// A property key becomes a name inside the SQL text, and the event's name is a value in the same text. If a
// key that looks like the placeholder of that value were filled in, the name would become SQL. This name
// closes the condition and adds one that holds for every event of every project.
test('a property key cannot pull a value into the SQL', async () => {
  const { token } = await server.newProject('Victim')
  await server.capture([{ event: 'private', distinct_id: 'ada' }], token)
  const name = 'x` AS Nullable(String)) IS NULL)) OR (1 = 1) -- '
  for (let i = 0; i < 12; i++)
    for (const type of ['String', 'UInt32', 'Date', 'Array(String)']) {
      const filter = { key: `{p${i}:${type}}`, operator: 'is_not_set' }
      expect(await countOf({ events: [{ id: name, properties: [filter] }] })).toBe(0)
    }
})

test('an invalid regular expression matches nothing', async () => {
  const named = (value: string) => ({
    events: [{ id: 'named null', properties: [{ key: 'null', value, operator: 'regex' }] }],
  })
  for (const pattern of ['(', '[', '*', 'a{2,1}', '(?<=a)b', '(?i', ')', '\\']) {
    const { status, body } = await ask(named(pattern))
    expect([pattern, status, body.warnings?.[0].code]).toEqual([pattern, 200, 'unreadable_regex'])
    expect(body.result[0].count).toBe(0)
  }
  for (const pattern of ['a{1001}', '(a{1000}){1000}'])
    expect(await ask(named(pattern))).toMatchObject({ status: 400, body: { code: 'max_length' } })
  expect(await countOf(named('^NULL$'))).toBe(0)
  expect(await countOf(named('(?i)^NULL$'))).toBe(1)
})

test('the events table is still there', async () => {
  const [row] = (await server.app.engine.rows(sql`SELECT count() AS count FROM events WHERE project_id = 1`, {
    name: 'test',
    projectId: 1,
  })) as { count: string }[]
  expect(Number(row?.count)).toBe(HOSTILE_TEXTS.length + 9)
})
