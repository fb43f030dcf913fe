import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLines, readJsonLines } from './json-lines.ts'

const PAUSE = async () => undefined
const read = (lines: Iterable<string>) => readJsonLines(lines, PAUSE)
const sizes = fc.integer({ min: 1, max: 300 })

test('the lines of a value are read as the value', async () => {
  const values = fc.anything({ withDate: true, withObjectString: true, maxDepth: 6 })
  await fc.assert(
    fc.asyncProperty(values, sizes, async (value, size) => {
      const lines = [...jsonLines({ value }, size)]
      expect(lines.filter((line) => line.includes('\n'))).toEqual([])
      expect(await read(lines)).toStrictEqual(JSON.parse(JSON.stringify({ value })))
    }),
    { numRuns: 1_000 },
  )
})

test('no line is much longer than its size, and a small value is one', async () => {
  const rows = Array.from({ length: 1_000 }, (_, i) => [i, 'x'.repeat(50), { a: [i] }])
  const lines = [...jsonLines({ rows }, 1_000)]
  expect(lines.length).toBeGreaterThan(50)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2_000)
  expect([...jsonLines({ a: [1, 'b'] })]).toEqual(['={"a":[1,"b"]}'])
})

test('names that JSON.parse keeps as plain members are kept', async () => {
  const value = JSON.parse('{"__proto__":[1,2,3,4,5],"2":[1,2,3],"1":[1,2],"b":{"__proto__":"a long text"}}')
  for (let size = 1; size < 60; size++) expect(await read(jsonLines(value, size))).toStrictEqual(value)
})

test('other work runs between lines', async () => {
  let pauses = 0
  const lines = [
    ...jsonLines(
      Array.from({ length: 1_000 }, (_, i) => ({ i })),
      500,
    ),
  ]
  await readJsonLines(lines, async () => void pauses++)
  expect(pauses).toBe(lines.length)
})

test.each([
  ['no line', []],
  ['a part of the lines', ['[', ',[1]']],
  ['a line after the end', ['=1', '=2']],
  ['items of nothing', [',[1]']],
  ['members of an array', ['[', ':{"a":1}', ']']],
  ['text', ['{"a":1}']],
  ['an unknown sign', ['[', 'x', ']']],
])('%s is refused', async (_, lines) => {
  await expect(read(lines)).rejects.toThrow(SyntaxError)
})
