import { expect, test } from 'vitest'
import { type BoundType, bound, sql, text } from './fragment.ts'
import { literal, renderLiterals } from './literal.ts'

test.each<[BoundType, unknown, string]>([
  ['String', '', "''"],
  ['String', 'plain', "'plain'"],
  ['String', "o'clock", "'o\\'clock'"],
  ['String', '\\', "'\\\\'"],
  ['String', "\\'", "'\\\\\\''"],
  ['String', 'a\0b', "'a\\0b'"],
  ['String', "' OR 1=1 -- ", "'\\' OR 1=1 -- '"],
  ['String', '`"\n/* {p0:String}', "'`\"\n/* {p0:String}'"],
  ['String', '\ud800x\udc00', "'\uFFFDx\uFFFD'"],
  ['String', '😀', "'😀'"],
  ['Date', '2026-11-20', "toDate('2026-11-20')"],
  ['UInt32', 0, '0'],
  ['UInt32', 4_294_967_295, '4294967295'],
  ['Int64', -1, '-1'],
  ['Int64', Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ['Int64', 9_223_372_036_854_775_807n, '9223372036854775807'],
  ['Float64', 0.1, '1e-1'],
  ['Float64', -5e-324, '-5e-324'],
  ['Float64', 1.7976931348623157e308, '1.7976931348623157e+308'],
  ['Array(String)', [], '[]'],
  ['Array(String)', ["'", '\\'], "['\\'', '\\\\']"],
  ['Array(UInt32)', [1, 4_294_967_295], '[1, 4294967295]'],
  ['Array(Int64)', [1, -2n], "CAST([1, -2], 'Array(Int64)')"],
])('%s %s is written as %s', (type, value, written) => {
  expect(literal(type, value)).toBe(written)
})

test.each<[BoundType, unknown]>([
  ['String', 1],
  ['String', null],
  ['String', undefined],
  ['String', ['a']],
  ['String', { toString: () => "'" }],
  ['Date', ''],
  ['Date', "2026-11-20' OR 1=1"],
  ['Date', '2026-11-20\n'],
  ['Date', '+010000-01-01'],
  ['Date', 20_261_120],
  ['UInt32', '1'],
  ['UInt32', 1.5],
  ['UInt32', Number.NaN],
  ['Int64', 2 ** 53],
  ['Int64', Number.POSITIVE_INFINITY],
  ['Int64', '1; DROP TABLE events'],
  ['Float64', Number.NaN],
  ['Float64', Number.NEGATIVE_INFINITY],
  ['Float64', '1'],
  ['Float64', 1n],
  ['Array(String)', 'text'],
  ['Array(String)', ['a', 1]],
  ['Array(String)', { 0: 'a', length: 1 }],
  ['Array(Int64)', [1, '2']],
  ['Array(Int64)', [[1]]],
])('%s refuses %s', (type, value) => {
  expect(() => literal(type, value)).toThrow(TypeError)
})

test('a value that reads like a placeholder is not filled in', () => {
  const query = sql`SELECT ${text('{p1:String}')}, ${text('{p0:String}')}, ${bound('Int64', 7)}`
  expect(renderLiterals(query)).toBe("SELECT '{p1:String}', '{p0:String}', 7")
})

test('a value is not read as a replacement pattern', () => {
  expect(renderLiterals(sql`SELECT ${text('$& $1 $$')}`)).toBe("SELECT '$& $1 $$'")
})
