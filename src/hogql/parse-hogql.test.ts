import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startCpuClock } from '../../test/fixtures/cpu-clock.ts'
import { HOGQL_LIMITS } from './limits.ts'
import { parseHogql, parseHogqlFilter } from './parse-hogql.ts'

const refusalOf = (text: string, parse = parseHogql) => {
  try {
    parse(text, ['properties', 0, 'key'])
  } catch (error) {
    return error
  }
  return null
}
const refusal = (code: string, message: string) => ({
  name: 'RequestError',
  kind: 'invalid',
  code,
  message,
  attr: 'properties__0__key',
})

test.each<[text: string, code: string, message: string]>([
  // syntax
  ['', 'invalid_input', 'ends, but a value, field or function is expected, at character 1.'],
  ['event =', 'invalid_input', 'ends, but a value, field or function is expected, at character 8.'],
  ['event event', 'invalid_input', 'continues, but an operator or its end is expected, at character 7.'],
  ["event = 'a", 'invalid_input', "has a ' that is not closed, at character 9."],
  ["'😀' = !", 'invalid_input', "has an unexpected character '!', at character 7."],
  ["event = 'a'\n and @", 'invalid_input', "has an unexpected character '@', at line 2, character 6."],
  ['lower(event', 'invalid_input', 'ends, but , is expected, at character 12.'],
  ['event; drop table events', 'invalid_input', "has an unexpected character ';', at character 6."],
  ['event as e', 'invalid_input', 'has an alias, which nothing can refer to: leave it out, at character 7.'],
  ["'\\d'", 'invalid_input', 'has an unknown escape \\d: write \\\\ for a backslash, at character 2.'],
  ['1abc', 'invalid_input', 'has a number with a letter directly after it, at character 1.'],
  ['1e999', 'invalid_input', 'has a number that is too large, at character 1.'],
  [
    '99999999999999999999 = 1',
    'invalid_input',
    'has a whole number beyond 2^53, which loses digits: compare it as text, at character 1.',
  ],
  [
    '0xffffffffffffffffff = 1',
    'invalid_input',
    'has a whole number beyond 2^53, which loses digits: compare it as text, at character 1.',
  ],
  ["'\\xg0'", 'invalid_input', 'has an unknown escape \\x: write \\\\ for a backslash, at character 2.'],
  ["event = '\ud800'", 'invalid_input', 'has half of a character, a lone surrogate, at character 10.'],
  // names
  [
    'evnt',
    'invalid_input',
    "has the unknown field 'evnt': write properties.evnt for a property; columns are event, distinct_id, uuid, timestamp, person_id, $session_id, $group_0, $group_1, $group_2, $group_3, $group_4, person.created_at, at character 1.",
  ],
  ['properties', 'invalid_input', 'has properties without a key: write properties.plan, at character 1.'],
  [
    "properties['']",
    'invalid_input',
    'has properties without a key: write properties.plan, at character 11.',
  ],
  [
    "file('/etc/passwd')",
    'not_supported',
    "calls the function 'file', which is not supported, at character 1.",
  ],
  ["1 = url('x')", 'not_supported', "calls the function 'url', which is not supported, at character 5."],
  [
    'constructor()',
    'not_supported',
    "calls the function 'constructor', which is not supported, at character 1.",
  ],
  // outside the language
  ['event in (select 1)', 'not_supported', 'has a subquery, at character 11.'],
  ['{x}', 'not_supported', 'has a placeholder or a dictionary in braces, at character 1.'],
  ["f'a{b}'", 'not_supported', "has a template string: use concat('a', b), at character 1."],
  ['sum(1) over ()', 'not_supported', 'has the clause OVER, at character 8.'],
  [
    'count()',
    'invalid_input',
    'has the aggregate count, but a filter sees one event at a time, at character 1.',
  ],
  ['event in cohort', 'not_supported', 'has an IN COHORT: use a filter of type cohort, at character 10.'],
  // types
  ["properties.n > 5 + 'a'", 'invalid_input', 'has a text, but a number is expected, at character 20.'],
  ["properties.n + 1 > 'abc'", 'invalid_input', 'has a text, but a number is expected, at character 20.'],
  [
    "timestamp > 'yesterday'",
    'invalid_input',
    'has a text that is not a date: write it as 2026-11-20 or 2026-11-20 08:30:00, at character 13.',
  ],
  ['timestamp > 5', 'invalid_input', 'has a number that cannot be compared with a time, at character 13.'],
  [
    'toDate(5)',
    'invalid_input',
    'has a number, but a date is expected: use fromUnixTimestamp, at character 8.',
  ],
  ['[1, 2] = [1]', 'invalid_input', 'has an array, which cannot be compared, at character 1.'],
  ['[[1], [2]]', 'not_supported', 'has an array of arrays, at character 1.'],
  [
    '(1, 2)',
    'invalid_input',
    'has a list in round brackets outside IN: write an array in square brackets, at character 1.',
  ],
  [
    'event in (lower(event), 1)',
    'invalid_input',
    'has an IN with values that are not literals, at character 11.',
  ],
  [
    'interval 1 day',
    'invalid_input',
    'has an interval that is not added to a date or subtracted from one, at character 1.',
  ],
  [
    'now() - interval 1 decade',
    'invalid_input',
    'needs one of second, minute, hour, day, week, month, quarter, year, at character 9.',
  ],
  ['lower()', 'invalid_input', 'calls lower with 0 arguments, but it takes 1, at character 1.'],
  [
    'if(true, 1)',
    'invalid_input',
    'calls multiIf with 2 arguments, but it takes a condition and a value for each case, and one value at the end, at character 1.',
  ],
  [
    "substring('abc', 0)",
    'invalid_input',
    'needs a literal whole number from -100000 to 100000, not 0, at character 18.',
  ],
  ['event like event', 'invalid_input', 'needs a text literal, at character 12.'],
  ["event like 'a\\\\'", 'invalid_input', 'has a pattern that ends with a backslash, at character 12.'],
  [
    "replaceRegexpAll(event, '(a)', '\\\\2')",
    'invalid_input',
    'replaces with \\2, but the regular expression has 1 groups, at character 1.',
  ],
  [
    "formatDateTime(now(), '%Q')",
    'invalid_input',
    'has a format with a placeholder that is not one of %Y %m %d %H %i %S %M %y %e %j %a %b %f %F %T %D %R %p, at character 23.',
  ],
  [
    'arrayMap(x -> properties.a, properties.b)',
    'not_supported',
    "has a field inside a lambda, which can only read 'x' and literals, at character 15.",
  ],
  [
    'event::uuid',
    'invalid_input',
    "has the unknown type 'uuid': use text, string, varchar, float, float64, double, boolean, bool, date, datetime, timestamp, int, at character 8.",
  ],
  // limits
  [
    `'${'a'.repeat(HOGQL_LIMITS.characters)}'`,
    'max_length',
    'has more than 5000 characters, at character 5001.',
  ],
  [`${'('.repeat(40)}1`, 'max_length', 'nests deeper than 32 levels, at character 33.'],
  [`${'1+'.repeat(100)}1`, 'max_length', 'nests deeper than 64 operations, at character 72.'],
  [
    `event in (${Array.from({ length: 700 }, () => 1).join()})`,
    'max_length',
    'has more than 600 parts, at character 7.',
  ],
  [
    "replaceAll(replaceAll(event, 'a', 'aaaaaaaaaaaa'), 'a', 'aaaaaaaaaaaa')",
    'max_length',
    'can make texts that are much longer than the texts it reads, at character 1.',
  ],
])('%s is refused with its place', (text, code, message) => {
  expect(refusalOf(text)).toMatchObject(refusal(code, `The HogQL expression ${message}`))
})

test.each([
  ['properties.plan = person.properties.plan', 'event', 'person'],
  ['lower(concat(person.properties.a, group_1.properties.b))', 'person', 'group 1'],
])('%s reads two subjects in one operation', (text, first, second) => {
  const message = `A HogQL expression that uses properties of the ${first} and of the ${second} in one operation is not supported by this version of Throughline.`
  expect(refusalOf(text, parseHogqlFilter)).toMatchObject(refusal('not_supported', message))
})

test('the patterns of filters have their limits here as well', () => {
  for (const text of [
    "event =~ 'a{1,1000}'",
    "event like '%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%'",
  ])
    expect(refusalOf(text)).toMatchObject({ code: 'max_length', attr: 'properties__0__key' })
})

describe('aggregates', () => {
  const parse = (text: string) => parseHogql(text, ['math'], { aggregates: 'possible' })
  test.each([
    'count()',
    'sum(properties.n) / count()',
    'uniqIf(distinct_id, properties.a)',
    'quantile(0.9)(properties.n)',
    'count(distinct event)',
  ])('%s', (text) => {
    expect(parse(text)).toMatchObject({ type: 'number', isAggregate: true })
  })
  test('a field stands inside an aggregate, and no aggregate does', () => {
    expect(() => parse('event')).toThrow('has a field outside an aggregate, at character 1.')
    expect(() => parse('sum(sum(properties.n))')).toThrow(
      'has the aggregate sum inside another one, at character 5.',
    )
  })
})

test('an expression is data', () => {
  const expression = parseHogql("lower(properties['a b']) = 'x' and toDate(timestamp) > '2026-11-20'", [])
  expect(JSON.parse(JSON.stringify(expression))).toEqual(expression)
})

test('any text is parsed or refused, in time that is linear', () => {
  const parts = fc.constantFrom(
    '(',
    ')',
    '[',
    ']',
    "'",
    '`',
    '"',
    '\\',
    '.',
    ',',
    '->',
    '::',
    '?',
    ':',
    '--',
    '/*',
    ' ',
    'not ',
    'case ',
    'when ',
    'f',
    'event',
    'x',
    '1',
    '-',
    '+',
    'in',
    '{',
    '\0',
    '😀',
    '\ud800',
    'interval ',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(parts, { maxLength: 400 }).map((some) => some.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const cpuMs = startCpuClock()
      const refused = refusalOf(text)
      if (refused !== null)
        expect(refused).toMatchObject({ name: 'RequestError', attr: 'properties__0__key' })
      expect(cpuMs()).toBeLessThan(500)
    }),
    { numRuns: 3_000 },
  )
})

test.each([
  '(',
  'f(',
  'not ',
  '- ',
  '[',
  "'",
  '`',
  '/*',
  'a.',
  'a ? ',
  'case ',
  'a in (',
  'x -> ',
  '\\',
  ' ',
  'a and ',
  'a ||',
])('as many %j as there is place for take less than a tenth of a second', (part) => {
  const text = part.repeat(HOGQL_LIMITS.characters / part.length)
  const startedMs = process.cpuUsage().user
  refusalOf(text)
  expect((process.cpuUsage().user - startedMs) / 1_000).toBeLessThan(100)
})
