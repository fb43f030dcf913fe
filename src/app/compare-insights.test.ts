import { expect, test } from 'vitest'
import { compareAnswers, digestOfAnswer } from './compare-insights.ts'

const digest = (results: unknown) => digestOfAnswer(JSON.stringify({ results }))

test.each([
  ['rows in another order', [{ a: 1 }, { a: 2 }], [{ a: 2 }, { a: 1 }]],
  ['a sum in another order', [0.1 + 0.2 + 0.3], [0.3 + 0.2 + 0.1]],
  ['a sum that is whole on one side', [3], [3.0000000000000004]],
])('%s: the answers are equal', (_, one, other) => {
  expect(digest(one)).toBe(digest(other))
})

test.each([
  ['another number', [1_000_000_001], [1_000_000_002]],
  ['another fraction', [0.1234], [0.1235]],
  ['values of a row in another order', [{ data: [1, 2] }], [{ data: [2, 1] }]],
  ['a missing row', [1, 1], [1]],
])('%s: the answers differ', (_, one, other) => {
  expect(digest(one)).not.toBe(digest(other))
})

test('an insight without a result is not equal to another one', () => {
  expect(digest(null)).toBeNull()
  const answers = (...digests: readonly (string | null)[]) =>
    digests.map((one, i) => ({ projectId: 1, shortId: `${i}`, name: `${i}`, digest: one }))
  const before = answers('a', 'b', null, null, 'e')
  const [same, other, onOneSide, onNeither, missing] = before
  const compared = compareAnswers(before, answers('a', 'x', 'c', null))
  expect(compared).toEqual({ compared: 4, differing: [other, onOneSide, missing], unanswered: [onNeither] })
  expect(compared.differing).not.toContain(same)
})
