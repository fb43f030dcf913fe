import { expect, test } from 'vitest'
import { createPersonChanges } from '#imports/person-changes.ts'
import { readRows, readsOf } from '../../../test/fixtures/read-rows.ts'
import { cellsOf, createCsv } from './csv.ts'

test.each<[string, string[] | null]>([
  ['a,b,', ['a', 'b', '']],
  ['"a,b",c', ['a,b', 'c']],
  ['"say ""hi""",""', ['say "hi"', '']],
  ['"a\nb",c', ['a\nb', 'c']],
  ['a"b,c', ['a"b', 'c']],
  ['"a"b,c', null],
  ['"a,b', null],
  ['', ['']],
  // The null of MySQL and PostgreSQL, and the same characters as text.
  ['\\N,a,\\N', ['', 'a', '']],
  ['\\N,"\\N","a"', ['', '\\N', 'a']],
])('%j', (text, cells) => {
  expect(cellsOf(text)).toEqual(cells)
})

const AT = '2026-11-20T12:00:00.000Z'
const read = (text: string) =>
  readRows(createCsv({ nowMs: Date.parse(AT), columns: {}, hasChanged: createPersonChanges() }), text)

test('a header, JSON in a cell, columns of properties, cells of several lines and CRLF', async () => {
  const rows = await read(
    `\uFEFFevent,distinct_id,timestamp,uuid,properties,properties.note,plan\r\npaid,ann,${AT},u1,"{""a"":1}","two\r\nlines",pro\r\n\r\nread,bob,${AT},u2,,,\r\n`,
  )
  expect(readsOf(rows)).toEqual([
    {
      ...{ event: 'paid', distinct_id: 'ann', timestamp: AT, uuid: 'u1' },
      properties: { a: 1, note: 'two\r\nlines', plan: 'pro' },
    },
    { event: 'read', distinct_id: 'bob', timestamp: AT, uuid: 'u2', properties: {} },
  ])
  expect(rows.map(({ line }) => line)).toEqual([2, 5])
})

test('rows that do not fit are set aside, and the next one is read', async () => {
  const rows = await read(`event,distinct_id,timestamp\na,b\n"a"x,b,c\na,b,${AT}\n"open,b,${AT}`)
  expect(readsOf(rows)).toEqual([
    'The row has 2 fields, but the header has 3.',
    'A quotation mark is not closed, or text follows the closing one.',
    expect.objectContaining({ event: 'a' }),
    'A quotation mark is not closed, or text follows the closing one.',
  ])
  expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5])
})

test('a quotation mark that is never closed takes four megabytes and not the rest of the file', async () => {
  const row = `a,b,${AT},${'x'.repeat(100_000)}\n`
  const rows = await readRows(
    createCsv({ nowMs: Date.parse(AT), columns: {}, hasChanged: createPersonChanges() }),
    `event,distinct_id,timestamp,x\n"${row}${row.repeat(60)}`,
    65_536,
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(readsOf(rows).at(-1)).toMatchObject({ event: 'a' })
})

test.each([
  [
    'no header',
    `paid,ann,${AT}\n`,
    /no column event, distinct_id, timestamp\. Its columns are paid, ann, 2026-11-20T12/,
  ],
  [
    'another delimiter',
    `event;distinct_id;timestamp\npaid;ann;${AT}\n`,
    /separated by semicolons.*event;distinct_id/,
  ],
  ['tabs', `event\tdistinct_id\ttimestamp\n`, /separated by tabs/],
  [
    'a column twice',
    `event,distinct_id,timestamp,plan,plan\n`,
    /Two columns are named plan: event, distinct_id/,
  ],
  [
    'a column that is missing',
    `event,user,timestamp\n`,
    /no column distinct_id.*event, user, timestamp.*--column distinct_id=NAME/,
  ],
])('a file with %s is refused as a whole, with the columns that it has', async (_, text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence)
})
