import { expect, test } from 'vitest'
import { countTurns } from '../../../test/fixtures/count-turns.ts'
import { parsePersonCsv } from './person-csv.ts'

const ids = (...all: string[]) => all.map((id) => ({ name: id, distinctIds: [id], uuids: [] }))
const uuids = (...all: string[]) => all.map((uuid) => ({ name: uuid, distinctIds: [], uuids: [uuid] }))
const named = async (text: string) => [...(await parsePersonCsv(text))].flat()
const ANN = '0189dabc-0000-4000-8000-00000000000a'

test.each<[string, string, object]>([
  ['one column', 'ada\nbob\n', ids('ada', 'bob')],
  ['one column without a last line break', 'ada\r\nbob', ids('ada', 'bob')],
  ['a first row that names it', 'distinct_id\nada\n', ids('ada')],
  ['the name in any case, behind a byte order mark', '\uFEFFDistinct ID\nada\n', ids('ada')],
  ['several columns', 'email,distinct_id\na@b.c,ada\n', ids('ada')],
  ['uuids of persons', 'person_id,name\nABC-1,"A, B"\n', uuids('abc-1')],
  ['both names: distinct ids', 'person_id,distinct_id\nx,ada\n', ids('ada')],
  ['blank rows and cells', '\ndistinct_id,x\n\nada,1\n,2\n\n', ids('ada')],
  ['quotes', '"a ""b"", c"\n"d\ne"\n', ids('a "b", c', 'd\ne')],
  ['an empty cell at the end', 'distinct_id,x\nada,\n', ids('ada')],
  ['a number', '42\n', ids('42')],
  ['a list of people, by their uuid', `type,id,uuid,name\nperson,${ANN},${ANN},'@ann\n`, uuids(ANN)],
  ['ids that are uuids, and others', `id,created_at\n${ANN},x\nada,y\n`, [...uuids(ANN), ...ids('ada')]],
  ['lists of distinct ids', 'distinct_ids,tier\n"[""ada"",""bob""]",gold\n[],tin\n', ids('ada')],
  ['semicolons', 'distinct_id;plan\nada;1,5\n"b;c";2\n', ids('ada', 'b;c')],
  ['tabs', 'plan\tdistinct_id\nfree\tada\n', ids('ada')],
  ['a row that names the separator', 'sep=;\r\nplan;id\r\nfree;ada\r\n', ids('ada')],
  ['a single column with semicolons in the ids', 'a;b\nc;d\n', ids('a;b', 'c;d')],
])('%s', async (_name, text, expected) => {
  expect(await named(text)).toEqual(expected)
})

test.each<[string, string[]]>([
  // An apostrophe before a formula is removed first, because files have it to protect spreadsheets. An id
  // that begins with an apostrophe itself is looked for as well.
  ["'@ann", ['@ann', "'@ann"]],
  ["'+49 170 1", ['+49 170 1', "'+49 170 1"]],
  ["'plain", ["'plain"]],
  ['ada  ', ['ada  ', 'ada']],
  [' ada', [' ada', 'ada']],
  ["'=x ", ['=x ', "'=x ", '=x', "'=x"]],
])('the cell %j is looked for as %j', async (cell, expected) => {
  expect(await named(`distinct_id,x\n${cell},1\n`)).toEqual([
    { name: cell, distinctIds: expected, uuids: [] },
  ])
})

test.each([
  ['nothing', '', 'names no persons'],
  ['blank rows', '\n\n', 'names no persons'],
  ['a first row alone', 'distinct_id\n', 'names no persons'],
  ['several columns without a name', 'ada,1\nbob,2\n', 'None of "ada", "1" names ids'],
  ['columns that name no ids', 'E-mail;Plan\na@b.c;free\n', 'Plan'],
  ['a column that names no ids', 'email\na@b.c\n', '"email" names no ids'],
  ['a column of accounts', 'Account ID\n1\n', '"Account ID" names no ids'],
  ['a list of groups', 'type,id,group_key\ngroup,acme,acme\n', 'groups'],
  ['a quote that does not end', '"ada\nbob\n', 'without a closing one'],
])('%s is refused', async (_name, text, message) => {
  await expect(parsePersonCsv(text)).rejects.toMatchObject({ kind: 'invalid', attr: 'csv' })
  await expect(parsePersonCsv(text)).rejects.toThrow(message)
})

const MiB = 1024 * 1024

test('a large file is read in parts, with other work between them', async () => {
  const text = `distinct_id,x\n${Array.from({ length: 100_000 }, (_, i) => `person-${i},"${i}"`).join('\n')}`
  const turns = countTurns()
  const parts = [...(await parsePersonCsv(text))].map(({ length }) => length)
  expect(turns()).toBeGreaterThan(20)
  expect([Math.max(...parts) < 10_000, parts.reduce((sum, part) => sum + part)]).toEqual([true, 100_000])
})

test('millions of line ends are passed over', async () => {
  const text = `ada${'\n'.repeat(15 * MiB)}bob${'\r\n'.repeat(MiB)}`
  expect(await named(text)).toEqual(ids('ada', 'bob'))
})

test.each<[string, string, string]>([
  ['a quoted cell', `"${'a'.repeat(15 * MiB)}"`, 'Row 1 has more than 262144 characters'],
  ['quotation marks alone', '"'.repeat(15 * MiB), 'Row 1 has more than 262144 characters'],
  ['a cell', `distinct_id\n${'a'.repeat(15 * MiB)}`, 'Row 2 has more than 262144 characters'],
  ['a row of cells', `distinct_id\n${'a,'.repeat(7 * MiB)}`, 'Row 2 has more than 262144 characters'],
  ['a first row of cells', 'a,'.repeat(7 * MiB), 'Row 1 has more than 262144 characters'],
  ['a million names and one', 'a\n'.repeat(1_000_001), 'more than 1000000 persons'],
])('%s that is too long is refused', async (_what, text, message) => {
  await expect(parsePersonCsv(text)).rejects.toThrow(message)
})
