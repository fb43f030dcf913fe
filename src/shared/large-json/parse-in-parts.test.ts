import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseInParts } from './parse-in-parts.ts'

const inParts = (text: string, part: number) => parseInParts(text, { pause: async () => undefined, part })
const whole = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return SyntaxError
  }
}
const refusedAs = (error: unknown) => (error instanceof SyntaxError ? SyntaxError : error)
const parts = fc.integer({ min: 1, max: 40 })
const indents = fc.constantFrom('', ' ', '\n\t', '  ')

test('a text in parts gives the value that it gives at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 6 }), indents, parts, async (json, indent, part) => {
      const text = JSON.stringify(JSON.parse(json), null, indent)
      expect(await inParts(text, part)).toStrictEqual(JSON.parse(text))
    }),
    { numRuns: 500 },
  )
})

test('a text that is not JSON is refused in parts too', async () => {
  const change = fc.tuple(
    fc.nat(200),
    fc.constantFrom('', ',', '[', ']', '{', '}', '"', ':', ' ', '1', '\\', ',,', ',]', '-', 'x'),
    fc.nat(2),
  )
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 4 }), change, parts, async (json, [place, sign, removed], part) => {
      const at = place % (json.length + 1)
      const text = json.slice(0, at) + sign + json.slice(at + removed)
      expect(await inParts(text, part).catch(refusedAs)).toStrictEqual(whole(text))
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['[1,,2]'],
  ['[,1]'],
  ['[1,]'],
  ['[]'],
  ['[ ]'],
  ['{}'],
  ['{ }'],
  ['{"a":1,}'],
  ['{,"a":1}'],
  ['{"a" 1}'],
  ['{"a":[1,2,3],"a":[4,5,6]}'],
  ['{"__proto__":[1,2,3,4,5],"b":{"__proto__":1}}'],
  ['{"2":[1,2,3],"1":[1,2,3],"b":1}'],
  ['[[1,2,3],[4,5,6]'],
  ['[[1,2,3] [4,5,6]]'],
  ['["a\\"]","[\\\\"]'],
  ['{"a":"}","b":["]"]}'],
  ['["open'],
  [''],
  ['   '],
  ['[1] 2'],
])('%s in parts of every size', async (text) => {
  for (let part = 1; part <= text.length; part++)
    expect(await inParts(text, part).catch(refusedAs)).toStrictEqual(whole(text))
})

test('deep nesting needs no deep stack', async () => {
  const text = '['.repeat(10_000) + ']'.repeat(10_000)
  expect(await inParts(text, 10)).toHaveLength(1)
})

test('other work runs between parts', async () => {
  let pauses = 0
  const text = JSON.stringify(Array.from({ length: 1_000 }, (_, i) => ({ i })))
  await parseInParts(text, { pause: async () => void pauses++, part: 1_000 })
  expect(pauses).toBeGreaterThanOrEqual(10)
})
