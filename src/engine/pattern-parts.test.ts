import { expect, test } from 'vitest'
import { or, sql, text, withPattern } from '#fragments/fragment.ts'
import { requireFewPatterns } from './pattern-parts.ts'

const pattern = (value: string, parts: number) => withPattern(parts, sql`match(a, ${text(value)})`)

test.each([
  ['no pattern', sql`SELECT 1`],
  ['as many parts as there may be', or([pattern('a', 60), pattern('b', 60)])],
  ['one pattern in many places', or(Array.from({ length: 20 }, () => pattern('a', 120)))],
])('%s', (_, query) => {
  expect(() => requireFewPatterns(query)).not.toThrow()
})

test('too many parts are refused', () => {
  expect(() => requireFewPatterns(sql`SELECT ${or([pattern('a', 120), pattern('b', 1)])}`)).toThrow(
    expect.objectContaining({ kind: 'too_complex' }),
  )
})
