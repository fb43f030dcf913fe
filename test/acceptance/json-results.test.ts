import { expect, test } from 'vitest'
import { parseJsonResult } from '../../src/engine/json-result.ts'

const PAUSE = async () => undefined
const ROWS = 'SELECT * FROM numbers(200)'
/** Values with line ends, nesting, and texts that contain the characters between rows. */
const VALUES = `SELECT number, concat('ü', char(10, 9, 9, 125, 44, 10), toString(number)) AS text,
  if(number % 3 = 0, NULL, number / 3) AS fraction, [[text], []] AS texts, (number, [text]) AS pair,
  map('a', text) AS named, CAST('{"a": {"b": [1, {"c": "}"}]}, "d": {}}', 'JSON') AS json
FROM numbers(200)`

/** Returns the text that the engine itself makes of a statement's result. */
async function resultOf(statement: string): Promise<Buffer> {
  const { queryAsync } = await import('chdb')
  const bytes = (await queryAsync(statement, { format: 'JSON' })).bytes()
  return Buffer.from(bytes)
}

test.each([
  ['numbers', ROWS],
  ['values of many types', VALUES],
  ['one row', 'SELECT 1 AS one'],
  ['no row', 'SELECT 1 AS one WHERE 0'],
  ['totals', 'SELECT number % 3 AS a, count() FROM numbers(9) GROUP BY a WITH TOTALS'],
  ['a name like the start of rows', 'SELECT 1 AS `\\n\\t"data":\\n\\t[\\n`'],
])('a result with %s is parsed in parts of every size', async (_, statement) => {
  const bytes = await resultOf(statement)
  const { data, statistics } = JSON.parse(bytes.toString('utf8'))
  for (const part of [1, 10, 100, 1_000, 10_000, 1_000_000]) {
    const { rows_read, bytes_read } = statistics
    expect(await parseJsonResult(bytes, PAUSE, part)).toEqual({ data, rows_read, bytes_read })
  }
})

test('other work runs between parts', async () => {
  let pauses = 0
  await parseJsonResult(await resultOf(ROWS), async () => void pauses++, 100)
  expect(pauses).toBeGreaterThan(10)
})

test('bytes in another form are refused', async () => {
  await expect(parseJsonResult(Buffer.from('{"data":[]}'), PAUSE)).rejects.toThrow(
    'no rows in the expected form',
  )
  await expect(parseJsonResult(Buffer.from('{\n\t"data":\n\t[\n\t\t{'), PAUSE)).rejects.toThrow('do not end')
})
