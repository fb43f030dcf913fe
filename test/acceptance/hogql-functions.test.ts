import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const URL = 'https://www.shop.example.co.uk:8080/p/q?a=1&b=2#top'

beforeAll(async () => {
  await server.request('PATCH', '/api/projects/1/', { timezone: 'Europe/Berlin' })
  await server.capture(
    ['pro', 'pro', 'free', 'basic'].map((plan, i) => ({
      ...{ event: 'paid', distinct_id: `user ${i}`, timestamp: '2026-11-19T23:30:00Z' },
      properties: { plan, n: i + 1, word: 'many', url: URL, json: { a: { b: 1, c: 'x' }, list: ['y', 2] } },
    })),
  )
})

const ask = async (query: string) => {
  const { status, body } = await server.request('POST', '/api/projects/1/query/', {
    query: { kind: 'HogQLQuery', query },
  })
  return status === 200 ? body : { status, ...body }
}

type Row = readonly [expression: string, value: unknown, type: string]
const [NUMBER, TEXT, TEXTS, NUMBERS, BOOL, DAY] = [
  'Float64',
  'String',
  'Array(String)',
  'Array(Float64)',
  'Bool',
  'Date',
]
const TIME = "DateTime64(3, 'Europe/Berlin')"

const CONVERSIONS: readonly Row[] = [
  ["toFloat64OrZero('1.5')", 1.5, NUMBER],
  ['toFloatOrZero(properties.word)', 0, NUMBER],
  ['toInt64OrZero(properties.word)', 0, NUMBER],
  ["toIntOrZero('7.9')", 7, NUMBER],
  ['toFloatOrDefault(properties.word, 9)', 9, NUMBER],
  ['toUInt64(properties.n)', 1, NUMBER],
  ['toInt32OrNull(properties.word)', null, NUMBER],
  ['toBool(properties.n = 1)', true, BOOL],
  ['toBool(0)', false, BOOL],
  ['assumeNotNull(properties.n)', 1, NUMBER],
  ['toNullable(properties.plan)', 'pro', TEXT],
  ["toUUID('00000000-0000-0000-0000-00000000000A')", '00000000-0000-0000-0000-00000000000a', TEXT],
  ['toUUID(properties.word)', null, TEXT],
  ["toDateOrNull('2026-11-20')", '2026-11-20', DAY],
  ["toDateTime64('2026-11-20 10:00:00', 3)", '2026-11-20T10:00:00+01:00', TIME],
  ["transform(properties.plan, ['pro', 'free'], ['paying', 'not'], 'other')", 'paying', TEXT],
  ['transform(properties.n, [2, 3], [20, 30])', 1, NUMBER],
  ['xor(true, properties.n = 2)', true, BOOL],
]
const NUMBERS_OF: readonly Row[] = [
  ['exp2(3)', 8, NUMBER],
  ['exp10(2)', 100, NUMBER],
  ['cbrt(27)', 3, NUMBER],
  ['log1p(0)', 0, NUMBER],
  ['round(sin(1) + cos(1) + tan(1), 6)', 2.939181, NUMBER],
  ['round(100 * (asin(1) + acos(1) + atan(1) + atan2(1, 1)))', 314, NUMBER],
  ['hypot(3, 4)', 5, NUMBER],
  ['degrees(pi())', 180, NUMBER],
  ['radians(180) = pi()', true, BOOL],
  ['round(100 * e())', 272, NUMBER],
  ['negate(properties.n)', -1, NUMBER],
  ['trunc(-2.7)', -2, NUMBER],
  ['truncate(2.7)', 2, NUMBER],
  ['intDivOrZero(7, 2)', 3, NUMBER],
  ['intDivOrZero(7, 0)', 0, NUMBER],
  ['intDivOrZero(properties.word, 2)', null, NUMBER],
  ['moduloOrZero(7, 0)', 0, NUMBER],
  ['positiveModulo(-5, 3)', 1, NUMBER],
  ['isFinite(inf)', false, BOOL],
  ['isInfinite(1 / 0)', true, BOOL],
  ['isNaN(nan)', true, BOOL],
  ['ifNotFinite(1 / 0, 5)', 5, NUMBER],
  ['ifNotFinite(properties.word, 5)', 5, NUMBER],
]
const TEXTS_OF: readonly Row[] = [
  ["leftPad(toString(properties.n), 3, '0')", '001', TEXT],
  ["lpad('ab', 3)", ' ab', TEXT],
  ["rightPad('ü', 3, '-')", 'ü--', TEXT],
  ["initcap('hello wörld')", 'Hello Wörld', TEXT],
  ["base64Encode('hi')", 'aGk=', TEXT],
  ["base64Decode('aGk=')", 'hi', TEXT],
  ["base64Decode('%')", '', TEXT],
  ["concatWithSeparator('-', properties.plan, properties.n)", 'pro-1', TEXT],
  ["splitByWhitespace('a b  c')", ['a', 'b', 'c'], TEXTS],
  ["splitByNonAlpha('a, b1.c')", ['a', 'b1', 'c'], TEXTS],
  ["alphaTokens('ab1cd e')", ['ab', 'cd', 'e'], TEXTS],
  ["splitByRegexp('[0-9]+', 'a12b3c')", ['a', 'b', 'c'], TEXTS],
  ["extractAll('a1b22', '[0-9]+')", ['1', '22'], TEXTS],
  ["regexpExtract('a-12', '(.)-([0-9]+)', 2)", '12', TEXT],
  ["regexpExtract('a-12', '([0-9]+)')", '12', TEXT],
  ["countSubstrings('aXbXc', 'X')", 2, NUMBER],
  ["countMatches('a1b22', '[0-9]+')", 2, NUMBER],
  ["split_part('a.b.c', '.', 2)", 'b', TEXT],
  ["split_part('a.b.c', '.', 9)", '', TEXT],
  ['formatReadableSize(1536)', '1.50 KiB', TEXT],
  ['formatReadableQuantity(1234567)', '1.23 million', TEXT],
  ['formatReadableTimeDelta(3725)', '1 hour, 2 minutes and 5 seconds', TEXT],
]
const URLS: readonly Row[] = [
  ['topLevelDomain(properties.url)', 'uk', TEXT],
  ['firstSignificantSubdomain(properties.url)', 'example', TEXT],
  ['cutToFirstSignificantSubdomain(properties.url)', 'example.co.uk', TEXT],
  ['pathFull(properties.url)', '/p/q?a=1&b=2#top', TEXT],
  ['queryString(properties.url)', 'a=1&b=2', TEXT],
  ['fragment(properties.url)', 'top', TEXT],
  ['queryStringAndFragment(properties.url)', 'a=1&b=2#top', TEXT],
  ['cutWWW(properties.url)', 'https://shop.example.co.uk:8080/p/q?a=1&b=2#top', TEXT],
  ['cutFragment(properties.url)', 'https://www.shop.example.co.uk:8080/p/q?a=1&b=2', TEXT],
  ['cutQueryStringAndFragment(properties.url)', 'https://www.shop.example.co.uk:8080/p/q', TEXT],
  ["cutURLParameter(properties.url, 'a')", 'https://www.shop.example.co.uk:8080/p/q?b=2#top', TEXT],
  ['port(properties.url)', 8080, NUMBER],
  ["decodeURLFormComponent('a+b%20c')", 'a b c', TEXT],
  ["encodeURLComponent('a b&c')", 'a%20b%26c', TEXT],
  ['extractURLParameters(properties.url)', ['a=1', 'b=2'], TEXTS],
  ['extractURLParameterNames(properties.url)', ['a', 'b'], TEXTS],
]
const DATES: readonly Row[] = [
  ['toISOYear(timestamp)', 2026, NUMBER],
  ['toYYYYMMDDhhmmss(timestamp)', 20_261_120_003_000, NUMBER],
  ['toUnixTimestamp64Milli(timestamp)', Date.parse('2026-11-19T23:30:00Z'), NUMBER],
  ['fromUnixTimestamp64Milli(1500)', '1970-01-01T01:00:01.5+01:00', TIME],
  ['monthName(timestamp)', 'November', TEXT],
  ["age('month', timestamp, timestamp + interval 40 day)", 1, NUMBER],
  ["age('day', timestamp, timestamp + interval 47 hour)", 1, NUMBER],
  ["date_part('hour', timestamp)", 0, NUMBER],
  ['toStartOfISOYear(timestamp)', '2025-12-29', DAY],
  ['toLastDayOfMonth(timestamp)', '2026-11-30', DAY],
  ["toLastDayOfMonth(toDate('1956-02-03'))", '1956-02-29', DAY],
  ['timeSlot(timestamp + interval 40 minute)', '2026-11-20T01:00:00+01:00', TIME],
  ['yesterday()', '2026-11-19', DAY],
  ['now64()', '2026-11-20T13:00:00+01:00', TIME],
]
const ARRAYS: readonly Row[] = [
  ["array('a', 'b')", ['a', 'b'], TEXTS],
  ['range(3)', [0, 1, 2], NUMBERS],
  ["hasAll(['a', 'b'], ['a'])", true, BOOL],
  ["hasAny(['a', 'b'], ['c'])", false, BOOL],
  ["hasAll(properties.json.list, ['y'])", true, BOOL],
  ['hasSubstr([1, 2, 3], [2, 3])', true, BOOL],
  ["arrayIntersect(['b', 'a', 'c'], ['c', 'b'])", ['b', 'c'], TEXTS],
  ['arrayConcat([1], [2], [properties.n])', [1, 2, 1], NUMBERS],
  ['arrayPushBack([1], properties.n)', [1, 1], NUMBERS],
  ["arrayPushFront(['a'], properties.plan)", ['pro', 'a'], TEXTS],
  ['arrayPopBack([1, 2])', [1], NUMBERS],
  ['arrayPopFront([1, 2])', [2], NUMBERS],
  ['arrayCompact([1, 1, 2, 1])', [1, 2, 1], NUMBERS],
  ['arrayUniq([1, 1, 2])', 2, NUMBER],
  ["countEqual(['a', 'b', 'a'], 'a')", 2, NUMBER],
  ["arrayEnumerate(['a', 'b'])", [1, 2], NUMBERS],
  ['arrayLast(x -> x < 3, [1, 2, 3])', 2, NUMBER],
  ['arrayFirstIndex(x -> x > 1, [1, 2, 3])', 2, NUMBER],
  ['arrayLastIndex(x -> x > 1, [1, 2, 3])', 3, NUMBER],
  ['arrayCumSum([1, null, 2])', [1, 1, 3], NUMBERS],
  ['arrayDifference([1, 4, 6])', [0, 3, 2], NUMBERS],
  ['arrayProduct([2, 3])', 6, NUMBER],
  ['arraySort(x -> -x, [1, 3, 2])', [3, 2, 1], NUMBERS],
  ['arrayReverseSort(x -> -x, [1, 3, 2])', [1, 2, 3], NUMBERS],
  ['arraySum(x -> x * 2, [1, 2])', 6, NUMBER],
  ['arrayMax(x -> -x, [1, 2])', -1, NUMBER],
  ['isEmpty([])', true, BOOL],
  ["isNotEmpty('a')", true, BOOL],
]
const JSON_OF: readonly Row[] = [
  ["JSONExtract(properties.json, 'a', 'c', 'String')", 'x', TEXT],
  ["JSONExtract(properties.json, 'a', 'b', 'Nullable(Float64)')", 1, NUMBER],
  ["JSONExtract(properties.json, 'a', 'b', 'UInt64')", 1, NUMBER],
  ["JSONExtract(properties.json, 'list', 'Array(String)')", ['y', '2'], TEXTS],
  ["JSONExtractUInt(properties.json, 'a', 'b')", 1, NUMBER],
  ["JSONExtractKeys(properties.json, 'a')", ['b', 'c'], TEXTS],
  ["JSONType(properties.json, 'a')", 'Object', TEXT],
  ["isValidJSON('{')", false, BOOL],
  ["JSONArrayLength(properties.json, 'list')", 2, NUMBER],
]

describe.each<[area: string, rows: readonly Row[]]>([
  ['conversions', CONVERSIONS],
  ['numbers', NUMBERS_OF],
  ['texts', TEXTS_OF],
  ['addresses', URLS],
  ['dates', DATES],
  ['arrays', ARRAYS],
  ['JSON', JSON_OF],
])('functions of %s', (_, rows) => {
  test.each(rows)('%s', async (expression, value, type) => {
    const { results, types, detail } = await ask(
      `select ${expression} as a from events order by properties.n limit 1`,
    )
    expect(detail ?? [results[0][0], types[0][1]]).toEqual([value, type])
  })
})

test('text of all rows, alone in its statement and in the order of a query', async () => {
  const all = await ask("select string_agg(properties.plan, ', ') from events")
  expect(all.detail ?? all.results).toEqual([['basic, free, pro, pro']])
  const inOrder = 'select properties.plan as plan from events order by properties.n'
  const { results, types, detail } = await ask(`select string_agg(plan, '') from (${inOrder})`)
  expect(detail ?? [results, types[0][1]]).toEqual([[['proprofreebasic']], TEXT])
})

test('aggregates under other names', async () => {
  const aggregates =
    "topK(2)(properties.plan), topK(1)(properties.n), array_agg(properties.n), string_agg(properties.n, '+'), every(properties.n > 0), bool_and(properties.n > 1), uniq(properties.plan, event), count(distinct properties.plan, properties.n)"
  const { results, types, detail } = await ask(`select ${aggregates} from events`)
  expect(detail ?? results[0]).toEqual([['pro', 'basic'], [1], [1, 2, 3, 4], '1+2+3+4', true, false, 3, 4])
  expect(types.map(([, type]: [string, string]) => type)).toEqual([
    ...[TEXTS, NUMBERS, NUMBERS, TEXT, BOOL, BOOL, NUMBER, NUMBER],
  ])
})

test.each<readonly [expression: string, detail: string]>([
  ['range(1001)', 'from 0 to 1000'],
  ["leftPad('a', 1000)", 'from 0 to 100'],
  ["regexpExtract('a', '(a)', 2)", 'asks for a group that the regular expression does not have'],
  ["JSONExtract('{}', 'a', 'Tuple(a String)')", 'needs a literal type'],
  ["transform(properties.plan, ['a'], ['b', 'c'])", 'two literal arrays of the same length'],
  ["date_part('era', timestamp)", 'needs one of year, quarter'],
  // Functions that read elsewhere, wait, or give another value each time are not in the language.
  ...[
    'dictGet',
    'file',
    'url',
    'getSetting',
    'sleep',
    'rand',
    'generateUUIDv4',
    'hostName',
    'currentUser',
    'version',
    'joinGet',
  ].map((name) => [`${name}('a')`, `calls the function '${name}'`] as const),
])('%s is refused', async (expression, detail) => {
  expect(await ask(`select ${expression} from events`)).toMatchObject({
    status: 400,
    detail: expect.stringContaining(detail),
  })
})
