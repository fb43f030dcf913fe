import createHogQLParser from '@posthog/hogql-parser'
import { beforeAll, describe, expect, test } from 'vitest'
import { hogqlExpression } from '../../test/fixtures/hogql-expressions.ts'
import { type Official, ofOfficial, ofOurs } from '../../test/fixtures/hogql-trees.ts'
import { parseSyntax } from './syntax/parse-syntax.ts'

let parse: (text: string) => Official
beforeAll(async () => {
  const parser = await createHogQLParser()
  parse = (text) => JSON.parse(parser.parseExpr(text, true))
})

const oursOf = (text: string) => ofOurs(parseSyntax({ text, path: ['key'] }))

describe('the published parser reads the same', () => {
  test.each([
    'a or b and c',
    'a and x between 1 and 2',
    'not a and b',
    'not a in (1)',
    'a = b = c',
    'a + b * c - d',
    'a || b + c',
    'a + b || c',
    '- a * b',
    '-a.b',
    '- 5 * x',
    '-5::int',
    'a ?? b = c',
    'a = b ?? c',
    'a ?? b and c',
    'a ? b : c ? d : e',
    'a or b ? c : d',
    'a is null and b',
    'not a is null',
    'a = 1 is null',
    '1 + 2 is not null',
    'a between b + 1 and c or d',
    'a + b between c and d',
    'a = b between c and d',
    'not x between 1 and 2',
    'x not between 1 and 2 and y',
    "x not like 'a' and b",
    'a in (1, 2) = true',
    'a % b * c',
    "'a\\n' = 'b\\'c'",
    "'it''s'",
    'x::int + 1',
    "a.b::text = 'c'",
    'a ?? b ?? c',
    'interval 1 day + x',
    'x - interval 2 week > y',
    "now() - interval '3 month'",
    "case when a = 1 or b then c else d end = 'x'",
    'case when a then b when c then d end',
    'case x when 1 then 2 when 3 then 4 end',
    'a like b like c',
    '$x_1',
    "a ilike 'x' = b",
    'a.`b c`.d',
    '"a b".c',
    'x.y[1].z',
    'a between 1 and 2 ? b : c',
    'arrayMap(x -> x + 1, [1, 2])',
    'arrayMap((x, y) -> x, a)',
    'count(distinct a)',
    'quantile(0.9)(a)',
    'count(*)',
    '(1, 2)',
    'cast(a as int)',
    'x in [1, 2]',
    "x =~ 'a' and y !~* 'b'",
    'a -- comment',
    'a /* comment */ + b',
    'a // comment',
    '1e3 + .5 + 5. + 0x10',
    // A number that begins with a dot, after each kind of token.
    '.5',
    '-.5 + .5',
    'a and .5 < b',
    'a between .5 and .9',
    'case when a then .5 else .25 end',
    '(a) + .5',
    'a ? .5 : 1',
    'a in (.5, 1)',
    'x[.5]',
    '0b101 + 0B11',
    '+1',
    'a + +1 - +.5',
    '- +1',
    '+5::int * x',
    'inf > infinity',
    'a < INF or a = nan',
    '-inf + NaN',
    'a # comment',
    'a # comment\n + 1',
    '# comment\na',
    'a?.b',
    'a?.b?.c.d',
    'a?.[1]',
    "a?.['x'][1]",
    'f(x)?.b = 1',
    "'\\x41b\\xe9' = '\\N'",
    '`\\x41`',
    'true and null',
    'properties.id + properties.if',
    'a <> b == c',
    'not not a',
  ])('%s', (text) => {
    expect(oursOf(text)).toBe(ofOfficial(parse(text)))
  })

  // Only small expressions: the official parser takes seconds for a new expression of 500 characters.
  test('a hundred random expressions', () => {
    let compared = 0
    for (let number = 0; compared < 100; number++) {
      const { sort, text } = hogqlExpression(number)
      if (sort !== 'valid' || text.length > 90) continue
      compared++
      expect({ text, tree: oursOf(text) }).toEqual({ text, tree: ofOfficial(parse(text)) })
    }
  })

  test.each([
    'a b',
    '+a',
    '+ -1',
    '+(1)',
    '0b12',
    '0b',
    "'\\x4'",
    "'\\xZZ'",
    'a.?b',
    'a +',
    '(a',
    'a)',
    "'a",
    '`a',
    'f(a',
    'f(a,,b)',
    'a =',
    '[1, 2',
    'a ? b',
    'case when a end',
    'a in',
    '1abc',
    'a;b',
    '@a',
    'a = = b',
    'x between 1',
    'a not b',
    '',
  ])('neither reads %j', (text) => {
    expect(parse(text).error).toBe(true)
    expect(() => oursOf(text)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })
})
