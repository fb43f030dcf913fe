import { expect, test } from 'vitest'
import { print } from '../../test/fixtures/print-fragment.ts'
import { and, bound, type Fragment, identifier, join, or, sql, text } from './fragment.ts'

const textOf = (fragment: Fragment) => print(fragment).text
const conditions = (...names: string[]) => names.map((name) => sql`x = ${text(name)}`)

test('values are apart from the text and numbered in reading order', () => {
  const inner = sql`b = ${text('two')} AND c IN ${bound('Array(String)', ['three'])}`
  expect(print(sql`SELECT ${bound('Int64', 1)} WHERE (${inner}) OR d > ${bound('Float64', 4)}`)).toEqual({
    text: 'SELECT {p0:Int64} WHERE (b = {p1:String} AND c IN {p2:Array(String)}) OR d > {p3:Float64}',
    params: {
      p0: { type: 'Int64', value: 1 },
      p1: { type: 'String', value: 'two' },
      p2: { type: 'Array(String)', value: ['three'] },
      p3: { type: 'Float64', value: 4 },
    },
  })
})

test('a fragment used twice has its values twice, and printing again changes nothing', () => {
  const one = sql`a = ${text('x')}`
  const query = sql`${one} OR ${one}`
  expect(textOf(query)).toBe('a = {p0:String} OR a = {p1:String}')
  expect(print(query)).toEqual(print(query))
})

test('lines are indented as the line that they stand in', () => {
  const inner = sql`SELECT x\nFROM (\n  ${sql`a,\nb`}\n)`
  const list = join([sql`one`, sql`two`], sql`,\n`)
  expect(textOf(sql`SELECT\n  ${list}\nFROM (\n  ${inner}\n)\nWHERE ${sql`y\nAND z`}`)).toBe(
    [
      'SELECT',
      '  one,',
      '  two',
      'FROM (',
      '  SELECT x',
      '  FROM (',
      '    a,',
      '    b',
      '  )',
      ')',
      'WHERE y',
      'AND z',
    ].join('\n'),
  )
})

test('fragments nest deep', () => {
  let nested = sql`${text('core')}`
  for (let i = 0; i < 1_000; i++) nested = sql`(${nested})`
  expect(textOf(nested)).toBe(`${'('.repeat(1_000)}{p0:String}${')'.repeat(1_000)}`)
})

test.each([
  ['and', and, [], 'true'],
  ['or', or, [], 'false'],
  ['and', and, ['a'], 'x = {p0:String}'],
  ['or', or, ['a'], 'x = {p0:String}'],
  ['and', and, ['a', 'b', 'c'], '(x = {p0:String}) AND (x = {p1:String}) AND (x = {p2:String})'],
  ['or', or, ['a', 'b', 'c'], '(x = {p0:String}) OR (x = {p1:String}) OR (x = {p2:String})'],
] as const)('%s', (_name, combine, names, expected) => {
  expect(textOf(combine(conditions(...names)))).toBe(expected)
})

test('a group keeps its meaning inside another', () => {
  const either = or(conditions('a', 'b'))
  expect(textOf(and([either, ...conditions('c')]))).toBe(
    '((x = {p0:String}) OR (x = {p1:String})) AND (x = {p2:String})',
  )
})

test.each([
  [[], ''],
  [['a'], 'x = {p0:String}'],
  [['a', 'b'], 'x = {p0:String}, x = {p1:String}'],
])('%j joined', (names, expected) => {
  expect(textOf(join(conditions(...names), sql`, `))).toBe(expected)
})

test('ten thousand pieces are joined without recursion', () => {
  const many = Array.from({ length: 10_000 }, () => sql`1`)
  expect(textOf(join(many, sql`,`))).toHaveLength(19_999)
})

test.each([
  ['plain', '`plain`'],
  ['$browser', '`$browser`'],
  ['', '``'],
  ['a b', '`a b`'],
  ['a`b', '`a\\`b`'],
  ['a\\', '`a\\\\`'],
  ['a\\`b', '`a\\\\\\`b`'],
  ['a\0b', '`a\\0b`'],
  ['`; DROP TABLE events; --', '`\\`; DROP TABLE events; --`'],
  ['{p0:String}', '`{p0:String}`'],
])('the identifier %j is written as %s', (name, written) => {
  expect(textOf(sql`${identifier(name)}`)).toBe(written)
})

test('a bare text does not type-check, and is not printed', () => {
  const name = "' OR 1=1"
  // @ts-expect-error a text is bound or an identifier, never SQL
  const query = sql`SELECT ${name}`
  expect(textOf(query)).not.toContain(name)
})
