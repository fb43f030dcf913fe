import { expect, test } from 'vitest'
import { parsePersonCsv } from './person-csv.ts'

const ids = (...distinctIds: string[]) => ({ distinctIds, uuids: [] })

test.each<[string, string, object]>([
  ['one column', 'ada\nbob\n', ids('ada', 'bob')],
  ['one column without a last line break', 'ada\r\nbob', ids('ada', 'bob')],
  ['a first row that names it', 'distinct_id\nada\n', ids('ada')],
  ['the name in any case, behind a byte order mark', '\uFEFFDistinct_ID\nada\n', ids('ada')],
  ['several columns', 'email,distinct_id\na@b.c,ada\n', ids('ada')],
  ['uuids of persons', 'person_id,name\nABC-1,"A, B"\n', { distinctIds: [], uuids: ['abc-1'] }],
  ['both names: distinct ids', 'person_id,distinct_id\nx,ada\n', ids('ada')],
  ['blank rows and cells', 'distinct_id,x\n\nada,1\n,2\n\n', ids('ada')],
  ['quotes', '"a ""b"", c"\n"d\ne"\n', ids('a "b", c', 'd\ne')],
  ['an empty cell at the end', 'distinct_id,x\nada,\n', ids('ada')],
  ['a number', '42\n', ids('42')],
])('%s', (_name, text, expected) => {
  expect(parsePersonCsv(text)).toEqual(expected)
})

test.each([
  ['nothing', ''],
  ['blank rows', '\n\n'],
  ['a first row alone', 'distinct_id\n'],
  ['several columns without a name', 'ada,1\nbob,2\n'],
  ['a quote that does not end', '"ada\nbob\n'],
])('%s is refused', (_name, text) => {
  expect(() => parsePersonCsv(text)).toThrow(expect.objectContaining({ kind: 'invalid', attr: 'csv' }))
})

test('a large file is read in one pass', () => {
  const text = `distinct_id,x\n${Array.from({ length: 200_000 }, (_, i) => `person-${i},"${i}"`).join('\n')}`
  const began = performance.now()
  expect(parsePersonCsv(text).distinctIds).toHaveLength(200_000)
  expect(performance.now() - began).toBeLessThan(5_000)
})
