import { expect, test } from 'vitest'
import type { EngineError } from '#engine/engine-error.ts'
import { resultBytes, wholeBody, wholeLines, wholeRows } from './response-body.ts'

const TAG = 'abcdefghijklmnop'
const EXCEPTION = `\r\n__exception__\r\n${TAG}\r\nCode: 159. DB::Exception: Too slow.\n36 ${TAG}\r\n__exception__\r\n`

/**
 * Yields the text, cut at these indexes. If `isBroken`, fails after the last piece like a broken connection.
 */
async function* cut(text: string, places: readonly number[], isBroken = false): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  let from = 0
  for (const place of [...places, bytes.length]) {
    yield bytes.subarray(from, place)
    from = place
  }
  if (isBroken) throw new Error('aborted')
}

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk.toString()
  return text
}

test('an exception within a result is found wherever the chunks are cut, and no byte of it is given', async () => {
  const whole = `[1]\n[2]\n${EXCEPTION}`
  for (let place = 0; place <= whole.length; place++)
    for (const isBroken of [false, true]) {
      let given = ''
      const read = async () => {
        for await (const chunk of resultBytes(cut(whole, [place], isBroken), TAG)) given += chunk.toString()
      }
      const error = await read().catch((failure: EngineError) => failure)
      expect(error).toMatchObject({ kind: 'timeout', code: 159 })
      expect('[1]\n[2]\n\r\n'.startsWith(given)).toBe(true)
    }
})

test('a result without an exception is whole', async () => {
  const whole = `[1]\n__exception__\r\nanother tag\r\n[2]\n`
  for (let place = 0; place <= whole.length; place++) {
    expect(await textOf(resultBytes(cut(whole, [place]), TAG))).toBe(whole)
    expect(await textOf(resultBytes(cut(whole, [place]), null))).toBe(whole)
  }
})

test('a connection that breaks without an exception is an error', async () => {
  await expect(textOf(resultBytes(cut('[1]\n', [2], true), TAG))).rejects.toThrow('aborted')
})

test('lines and rows are whole in each chunk', async () => {
  const lines: string[] = []
  for await (const chunk of wholeLines(cut('a\nbc\ndef\n', [1, 3, 6]))) lines.push(chunk.toString())
  expect(lines).toEqual(['a\n', 'bc\n', 'def\n'])
  const rows: string[] = []
  for await (const chunk of wholeRows(cut('aabbccdd', [1, 5]), 2)) rows.push(chunk.toString())
  expect(rows).toEqual(['aabb', 'ccdd'])
})

test('a result that ends within a row is an error', async () => {
  await expect(textOf(wholeLines(cut('a\nb', [])))).rejects.toMatchObject({ kind: 'unreachable' })
  await expect(textOf(wholeRows(cut('aab', []), 2))).rejects.toMatchObject({ kind: 'unreachable' })
})

test('a result beyond the limit is refused', async () => {
  expect(await wholeBody(cut('abcd', [2]), 4)).toHaveLength(4)
  await expect(wholeBody(cut('abcde', [2]), 4)).rejects.toMatchObject({ kind: 'too_large' })
})
