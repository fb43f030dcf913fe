import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filterByHogql } from '#sql/expression-condition.ts'
import type { Calendar } from '#values/date-text.ts'
import { hogqlExpression } from '../../test/fixtures/hogql-expressions.ts'
import { print } from '../../test/fixtures/print-fragment.ts'
import { eventScope } from '../sql/filter-scope.ts'
import { FUNCTIONS } from './functions/functions.ts'
import { parseHogql, parseHogqlFilter } from './parse-hogql.ts'
import { printHogql } from './print-hogql.ts'

const CALENDAR = {
  timezone: 'Europe/Berlin',
  nowMs: Date.parse('2026-11-20T12:00:30Z'),
  weekStartDay: 1,
} as unknown as Calendar
const SCOPE = eventScope({
  projectId: 7,
  hasMerges: false,
  calendar: CALENDAR,
  range: { fromMs: 0, toMs: 0 },
})
const sqlOf = (text: string) => print(filterByHogql(parseHogqlFilter(text, []), SCOPE))

const plan = "CAST(properties.`plan`, 'Nullable(String)')"
const n = "CAST(properties.`n`, 'Nullable(String)')"
const numberIn = (property: string) => `ifNotFinite(toFloat64OrNull(replaceAll(${property}, ' ', '')), NULL)`

test.each<[expression: string, sql: string, values: unknown[]]>([
  ["properties.plan = 'pro'", `ifNull((${plan} = {p0:String}), false)`, ['pro']],
  ["properties.plan != 'pro'", `ifNull((${plan} != {p0:String}), true)`, ['pro']],
  // There is no function around `event`, so that the sort key can prune.
  ["event = 'visit'", '(event = {p0:String})', ['visit']],
  ["properties.$browser = 'Chrome'", 'ifNull((properties.`$browser` = {p0:String}), false)', ['Chrome']],
  [
    "lower(properties.$browser) = 'x'",
    "ifNull((lowerUTF8(CAST(properties.`$browser`, 'Nullable(String)')) = {p0:String}), false)",
    ['x'],
  ],
  ['properties.n > 5', `ifNull((${numberIn(n)} > {p0:Float64}), false)`, [5]],
  ['properties.n in (1, 2)', `ifNull((${numberIn(n)} IN ({p0:Float64}, {p1:Float64})), false)`, [1, 2]],
  [
    'properties.n between 1 and 2',
    `ifNull((${numberIn(n)} BETWEEN {p0:Float64} AND {p1:Float64}), false)`,
    [1, 2],
  ],
  ['properties.plan', `ifNull(${plan} = 'true', false)`, []],
  ['properties.plan is null', `isNull(${plan})`, []],
  ["properties.plan =~ '^p'", `ifNull(match(substringUTF8(${plan}, 1, 2048), {p0:String}), false)`, ['^p']],
  ["properties.plan not like 'p%'", `ifNull((NOT (${plan} LIKE {p0:String})), true)`, ['p%']],
  [
    "event = 'a' and not event = 'b' or true",
    '(((event = {p0:String}) AND (NOT (event = {p1:String}))) OR true)',
    ['a', 'b'],
  ],
  [
    "concat('a', event)",
    "ifNull(concat(ifNull({p0:String}, ''), ifNull(CAST(event, 'String'), ''), '') = 'true', false)",
    ['a'],
  ],
  [
    'timestamp > now() - interval 1 day',
    '(toTimeZone(ts, {p0:String}) > addDays(toTimeZone(fromUnixTimestamp64Milli({p1:Int64}), {p2:String}), (-1)))',
    ['Europe/Berlin', Date.parse('2026-11-20T12:00:00Z'), 'Europe/Berlin'],
  ],
  [
    "toDate(timestamp) = '2026-11-20'",
    'ifNull((toDate32(toTimeZone(ts, {p0:String})) = toDate32({p1:String})), false)',
    ['Europe/Berlin', '2026-11-20'],
  ],
  [
    "properties.o.a[1] = 'x'",
    "ifNull((JSONExtract(nullIf(JSONExtractRaw(properties_raw, {p0:String}), ''), {p1:String}, 1, 'Nullable(String)') = {p2:String}), false)",
    ['o', 'a', 'x'],
  ],
  [
    "has(properties.tags, 'x')",
    "has(arraySlice(JSONExtract(ifNull(nullIf(JSONExtractRaw(properties_raw, {p0:String}), ''), ''), 'Array(Nullable(String))'), 1, 1000), {p1:String})",
    ['tags', 'x'],
  ],
  [
    "person.properties.plan = 'pro'",
    `person IN (
  SELECT person
  FROM \`persons\` FINAL
  WHERE (project_id = {p0:UInt32}) AND (ifNull((${plan} = {p1:String}), false))
)`,
    [7, 'pro'],
  ],
  [
    "person.properties.plan != 'pro'",
    `person NOT IN (
  SELECT person
  FROM \`persons\` FINAL
  WHERE (project_id = {p0:UInt32}) AND ((NOT ifNull((${plan} != {p1:String}), true)))
)`,
    [7, 'pro'],
  ],
])('%s', (expression, sql, values) => {
  const { text, params } = sqlOf(expression)
  expect(text).toBe(sql)
  expect(Object.values(params).map(({ value }) => value)).toEqual(values)
})

test('an aggregate', () => {
  const { root } = parseHogql('sum(properties.n) / count()', [], { aggregates: 'possible' })
  const scope = {
    timeZone: 'UTC',
    weekStartDay: 0 as const,
    nowMs: 0,
    property: () => ({ kind: 'fragment', texts: ['x'], args: [] }) as const,
  }
  const { text } = print(printHogql({ root }, { ...scope, json: scope.property, column: () => null }))
  expect(text).toBe(`(sum(${numberIn('x')}) / toFloat64(count()))`)
})

test('a column that the rows do not have is refused', () => {
  const scope = {
    ...SCOPE,
    timeZone: 'UTC',
    property: () => ({ kind: 'fragment', texts: ['x'], args: [] }) as const,
  }
  const print = () =>
    printHogql(parseHogql('uuid', []), { ...scope, json: scope.property, column: () => null })
  expect(print).toThrow(expect.objectContaining({ code: 'not_supported' }))
})

test('the SQL of random expressions has no words but ours', () => {
  const seen = new Set<string>()
  for (let number = 0; number < 3_000; number++) {
    const { text } = hogqlExpression(number)
    try {
      // Names in backticks are keys and tables; values are placeholders.
      const sql = sqlOf(text)
        .text.replaceAll(/`(?:\\.|[^`\\])*`/g, '')
        .replaceAll(/\{p\d+:[^}]+\}|'[^']*'/g, '')
      for (const [word] of sql.matchAll(/[A-Za-z_]\w*/g)) seen.add(word)
    } catch (error) {
      expect(error).toMatchObject({ name: 'RequestError' })
    }
  }
  expect(seen.size).toBeGreaterThan(100)
  for (const word of [
    'file',
    'url',
    'system',
    'dictGet',
    'sleep',
    'SETTINGS',
    'UNION',
    'getSetting',
    'repeat',
    'numbers',
  ])
    expect(seen).not.toContain(word)
  expect([...seen].filter((word) => word === word.toUpperCase() && /[A-Z]/.test(word)).sort()).toEqual([
    'AND',
    'AS',
    'BETWEEN',
    'BY',
    'CAST',
    'FINAL',
    'FROM',
    'GROUP',
    'ILIKE',
    'IN',
    'LIKE',
    'NOT',
    'NULL',
    'OR',
    'SELECT',
    'WHERE',
  ])
})

test('every function has a name in letters and digits', () => {
  for (const name of Object.keys(FUNCTIONS)) expect(name).toMatch(/^[A-Za-z]\w*$/)
})

test('the page of the language names every function', () => {
  const page = readFileSync(new URL('../../docs/hogql.md', import.meta.url), 'utf8')
  const ofOperators = [
    ...['notMatch', 'matchAnyCase', 'notMatchAnyCase', 'extractGroup'],
    ...['startOfInterval', 'firstDayOfInterval', 'addInterval', 'addNumber', 'secondsBetween'],
    ...['valuesContain', 'arraySortBy', 'arrayReverseSortBy'],
  ]
  const missing = Object.keys(FUNCTIONS).filter((name) => !new RegExp(`\\b${name}\\b`).test(page))
  expect(missing).toEqual(ofOperators)
})
