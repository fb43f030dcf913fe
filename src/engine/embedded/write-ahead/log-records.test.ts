import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeRecords, encodeRecord, type LoggedRows } from './log-records.ts'

const ONE: LoggedRows = {
  table: 'events',
  columns: ['project_id', 'properties_raw'],
  rows: [
    { line: '1\t{"a":"ä"}', flat: '' },
    { line: '2\t{"b":[1]}', flat: '{"b":"[1]"}' },
  ],
}
const OTHER: LoggedRows = { table: 'person_root', columns: ['person'], rows: [{ line: '7', flat: '' }] }
const BOTH = Buffer.concat([encodeRecord(ONE), encodeRecord(OTHER)])

test('records are read as they were written', () => {
  expect(decodeRecords(BOTH)).toEqual({ records: [ONE, OTHER], isDamaged: false })
})

test('a file that was cut off has the records before the cut, and is not damaged', () => {
  const second = encodeRecord(ONE).length
  for (let length = 0; length < BOTH.length; length++)
    expect(decodeRecords(BOTH.subarray(0, length)), `cut at ${length}`).toEqual({
      records: length < second ? [] : [ONE],
      isDamaged: false,
    })
})

test('zeros after the records are not read', () => {
  expect(decodeRecords(Buffer.concat([BOTH, Buffer.alloc(4_096)]))).toEqual({
    records: [ONE, OTHER],
    isDamaged: false,
  })
})

test.each([
  ['the length', 0, []],
  ['the sum of the length', 4, []],
  ['the sum of the body', 8, [OTHER]],
  ['the body', 12, [OTHER]],
])('a changed byte in %s of the first record is damage, and what can be read is read', (_, at, records) => {
  const changed = Buffer.from(BOTH)
  changed[at] = (changed[at] ?? 0) ^ 1
  expect(decodeRecords(changed)).toEqual({ records, isDamaged: true })
})

test('any rows are read as they were written', () => {
  const field = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\t\n]/g, ' '))
  const row = fc.record({ line: field, flat: field })
  const rows = fc.record({
    table: fc.string(),
    columns: fc.array(fc.string()),
    rows: fc.array(row, { minLength: 1 }),
  })
  fc.assert(
    fc.property(fc.array(rows), (all) => {
      expect(decodeRecords(Buffer.concat(all.map(encodeRecord))).records).toEqual(all)
    }),
  )
})
