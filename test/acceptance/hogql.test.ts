import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const URL = 'https://www.example.com/a/b?utm=x#top'

/**
 * Stores events whose names are the answers: a test says which of the events match. The project is in
 * Berlin, which is an hour ahead of UTC.
 */
beforeAll(async () => {
  await server.request('PATCH', '/api/projects/1/', { timezone: 'Europe/Berlin' })
  const event = (name: string, distinct_id: string, at: string, properties: object) => ({
    event: name,
    distinct_id,
    timestamp: at,
    properties,
  })
  await server.capture([
    event('a', 'ada', '2026-11-19T23:30:00Z', {
      plan: 'Pro',
      n: 5,
      text: '10',
      infinite: 'inf',
      flag: true,
      tags: ['x', 'y'],
      o: { a: { b: [7, { c: 'deep' }] } },
      date: '2026-11-01T10:00:00Z',
      url: URL,
      $browser: 'Chrome',
      $session_id: 's1',
      $groups: { company: 'acme' },
      $set: { tier: 'gold', age: 40 },
    }),
    event('b', 'bob', '2026-11-18T10:00:00Z', {
      plan: 'free',
      n: '9',
      infinite: '1e999',
      flag: false,
      tags: [],
      $session_id: 's2',
      $set: { age: 20 },
    }),
    event('c', 'cid', '2026-11-16T10:00:00Z', { n: 'many', infinite: 'nan', $process_person_profile: false }),
    event('$pageview', 'ada', '2026-11-19T23:40:00Z', {
      $session_id: 's1',
      $current_url: URL,
      $referring_domain: 'www.google.com',
    }),
    {
      event: '$groupidentify',
      distinct_id: 'ada',
      timestamp: '2026-10-01T00:00:00Z',
      properties: { $group_type: 'company', $group_key: 'acme', $group_set: { size: 500 } },
    },
  ])
})

async function matches(key: string): Promise<string> {
  const { status, body } = await server.request('POST', '/api/projects/1/insights/trend/', {
    events: ['a', 'b', 'c'].map((id, order) => ({ id, order })),
    properties: [{ type: 'hogql', key, value: null }],
    date_from: '-30d',
  })
  expect([status, status === 200 ? '' : body]).toEqual([200, ''])
  const series: { count: number; action: { id: string } }[] = body.result
  return series.flatMap(({ count, action }) => (count > 0 ? [action.id] : [])).join('')
}

test.each<[expression: string, events: string]>([
  // text
  ["properties.plan = 'Pro'", 'a'],
  ["properties.plan != 'Pro'", 'bc'],
  ["properties['plan'] in ('Pro', 'free')", 'ab'],
  ["properties.plan not in ('Pro')", 'bc'],
  ["properties.plan like 'P%'", 'a'],
  ["properties.plan ilike '%R%'", 'ab'],
  ["properties.plan not like 'P%'", 'bc'],
  ["properties.plan =~ '^P.o$'", 'a'],
  ["properties.plan !~* '^p'", 'bc'],
  ["lower(properties.plan) = 'pro'", 'a'],
  ['length(properties.plan) = 4', 'b'],
  ["concat(properties.plan, '-', properties.n) = 'Pro-5'", 'a'],
  ["properties.plan || '!' = '!'", 'c'],
  ["substring(properties.plan, 1, 2) = 'fr'", 'b'],
  ["replaceAll(properties.plan, 'free', 'none') = 'none'", 'b'],
  ["replaceRegexpAll(properties.plan, '[a-z]', '') = 'P'", 'a'],
  ["extract(properties.url, '/([a-z])/b') = 'a'", 'a'],
  ["domainWithoutWWW(properties.url) = 'example.com'", 'a'],
  ["extractURLParameter(properties.url, 'utm') = 'x'", 'a'],
  ["properties.$browser = 'Chrome'", 'a'],
  // numbers
  ['properties.n > 4', 'ab'],
  ['properties.n = 5', 'a'],
  ["properties.n = '5'", 'a'],
  ['properties.n < 9', 'a'],
  ['properties.n between 5 and 9', 'ab'],
  ['not properties.n > 4', 'c'],
  ['properties.n != 5', 'bc'],
  ['properties.n + properties.text = 15', 'a'],
  ['properties.n % 2 = 1', 'ab'],
  ['intDiv(properties.n, 2) = 4', 'b'],
  ['properties.n / 0 > 1', 'ab'],
  ['round(properties.n / 2) = 2', 'a'],
  ['-properties.n = -9', 'b'],
  ['properties.text::int + 1 = 11', 'a'],
  // A text that is not a finite number is no number.
  ['toFloat(properties.infinite) is null', 'abc'],
  ['properties.infinite > 0 or properties.infinite < 0', ''],
  ["JSONExtractFloat(concat('{\"a\":\"', properties.infinite, '\"}'), 'a') is null", 'abc'],
  // booleans and null
  ['properties.flag', 'a'],
  ['not properties.flag', 'bc'],
  ['properties.flag = true', 'a'],
  ['properties.flag = false', 'b'],
  ['properties.flag is null', 'c'],
  ['properties.flag != null', 'ab'],
  ["coalesce(properties.plan, 'none') = 'none'", 'c'],
  ["(properties.plan ?? 'none') = 'none'", 'c'],
  ["nullIf(properties.plan, 'Pro') is null", 'ac'],
  ["if(properties.n > 5, 'big', 'small') = 'big'", 'b'],
  ["multiIf(properties.n > 5, 'big', properties.n > 0, 'small', 'none') = 'none'", 'c'],
  ["case properties.plan when 'Pro' then 1 when 'free' then 2 end = 2", 'b'],
  ["(properties.n > 5 ? 'big' : 'small') = 'small'", 'ac'],
  ["event = 'a' or properties.n = 9 and event = 'b'", 'ab'],
  ['true', 'abc'],
  ['null', ''],
  ["distinct_id = 'bob'", 'b'],
  // arrays and objects
  ["has(properties.tags, 'x')", 'a'],
  ["'y' in properties.tags", 'a'],
  ["properties.tags[1] = 'x'", 'a'],
  ["properties.tags[-1] = 'y'", 'a'],
  ['properties.o.a.b[1] = 7', 'a'],
  ["properties.o.a.b[2].c = 'deep'", 'a'],
  ["JSONExtractInt(properties.o, 'a', 'b', 1) + 1 = 8", 'a'],
  ['notEmpty(properties.tags)', 'ab'],
  ['length(JSONExtractArrayRaw(properties.tags)) = 2', 'a'],
  ["arrayExists(t -> t = 'y', properties.tags)", 'a'],
  ["arrayStringConcat(arrayMap(t -> upper(t), properties.tags), '+') = 'X+Y'", 'a'],
  ["splitByChar(':', 'q:r')[2] = 'r'", 'abc'],
  ['arraySum([1, properties.n]) = 6', 'a'],
  // Dates, in Berlin. The first event is on the 20th there.
  ["toDate(timestamp) = '2026-11-20'", 'a'],
  ["timestamp >= '2026-11-20'", 'a'],
  ["timestamp > '2026-11-18 10:59:00' and timestamp < '2026-11-18 11:01:00'", 'b'],
  ["timestamp > '2026-11-18T10:00:00Z'", 'a'],
  ['toHour(timestamp) = 0', 'a'],
  ['timestamp > now() - interval 1 day', 'a'],
  ['timestamp < today() - interval 3 day', 'c'],
  ["dateDiff('day', timestamp, now()) = 2", 'b'],
  ["toMonday(timestamp) = '2026-11-16'", 'abc'],
  ["toStartOfMonth(timestamp) + interval 1 month = '2026-12-01'", 'abc'],
  ["formatDateTime(timestamp, '%d.%m.') = '18.11.'", 'b'],
  ['properties.date < timestamp', 'a'],
  ["toDateTime(properties.date) = '2026-11-01 11:00:00'", 'a'],
  ['toUnixTimestamp(fromUnixTimestamp(1763640000)) = 1763640000', 'abc'],
  ["dateAdd('hour', 1, timestamp) >= '2026-11-20 01:00'", 'a'],
  // Persons and groups are read as they are now. An event without a profile has no property of a person.
  ["person.properties.tier = 'gold'", 'a'],
  ["person.properties.tier != 'gold'", 'bc'],
  ['not person.properties.age > 30', 'bc'],
  ['person.properties.age > 30 or properties.n = 9', 'ab'],
  ['person.properties.tier is null', 'bc'],
  ["coalesce(person.properties.tier, 'none') = 'none'", 'bc'],
  ["person.created_at > '2020-01-01'", 'ab'],
  ['group_0.properties.size > 100', 'a'],
  ['not (group_0.properties.size > 100)', 'bc'],
  ["group_0.key = 'acme'", 'a'],
  // Sessions: the one of `a` has ten minutes and a view, the one of `b` neither, and `c` has none.
  ['session.$session_duration > 60', 'a'],
  ['session.duration = 0', 'b'],
  ['session.$session_duration <= 600 and session.$pageview_count = 0', 'b'],
  ['not (session.$session_duration > 60 or session.$pageview_count = 1)', 'bc'],
  ["session.$entry_pathname = '/a/b'", 'a'],
  ["session.properties.$entry_pathname != '/a/b'", 'bc'],
  ['session.$entry_pathname is null', 'bc'],
  ["session.$channel_type in ('Organic Search', 'Direct')", 'ab'],
  ["properties.plan = 'Pro' or session.$end_timestamp < '2026-11-19'", 'ab'],
  ["coalesce(session.$entry_hostname, 'none') = 'none'", 'bc'],
  ["$group_0 = 'acme' and person.properties.age = 40 and properties.n = 5", 'a'],
])('%s holds for %j', async (expression, events) => {
  expect(await matches(expression)).toBe(events)
})

describe('an expression is a filter as any other', () => {
  const trend = (question: object) => server.request('POST', '/api/projects/1/insights/trend/', question)
  const hogql = (key: string) => ({ type: 'hogql', key, value: null })

  test('in a tree with filters of other types, of a series and of the whole', async () => {
    const properties = {
      type: 'OR',
      values: [hogql("properties.plan = 'free'"), { type: 'person', key: 'tier', value: 'gold' }],
    }
    const { body } = await trend({
      events: [{ id: null, properties: [hogql('properties.n < 9')] }],
      properties,
    })
    expect(body.result[0].count).toBe(1)
  })

  test('of a list of events', async () => {
    const namesWith = async (key: string) => {
      const properties = encodeURIComponent(JSON.stringify([hogql(key)]))
      const { body } = await server.request('GET', `/api/projects/1/events/?properties=${properties}`)
      return body.results.map(({ event }: { event: string }) => event)
    }
    expect(await namesWith("properties.n * 2 = 18 or person.properties.tier = 'gold'")).toEqual([
      '$pageview',
      'a',
      'b',
      '$groupidentify',
    ])
  })

  test('the error names its place in the question and in the expression', async () => {
    const { status, body } = await trend({ events: [{ id: 'a', properties: [hogql('properties.n >')] }] })
    expect([status, body]).toEqual([
      400,
      {
        type: 'validation_error',
        code: 'invalid_input',
        detail: 'The HogQL expression ends, but a value, field or function is expected, at character 15.',
        attr: 'events__0__properties__0__key',
      },
    ])
  })

  test.each(["event =~ '('", "extract(event, '(') = 'a'", "replaceRegexpAll(event, '(', '') = 'a'"])(
    'an invalid regular expression is refused: %s',
    async (key) => {
      const { status, body } = await trend({ events: [{ id: 'a' }], properties: [hogql(key)] })
      expect([status, body.code]).toEqual([400, 'invalid_input'])
    },
  )

  test('a cached result is out of date when a person, or the minute of now(), has changed', async () => {
    const count = async (key: string) => {
      const { body } = await trend({ events: [{ id: 'b' }], properties: [hogql(key)] })
      return [body.result[0].count, body.is_cached]
    }
    expect(await count('person.properties.age = 21')).toEqual([0, false])
    expect(await count('person.properties.age = 21')).toEqual([0, true])
    await server.capture([{ event: '$set', distinct_id: 'bob', properties: { $set: { age: 21 } } }])
    expect(await count('person.properties.age = 21')).toEqual([1, false])
    const isOld = 'timestamp < now() - interval 50 hour - interval 1 minute'
    expect(await count(isOld)).toEqual([0, false])
    expect(await count(isOld)).toEqual([0, true])
    server.nowMs += 120_000
    expect((await count(isOld))[0]).toBe(1)
  })
})
