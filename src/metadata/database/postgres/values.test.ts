import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dialectOf } from '#metadata/database/dialect.ts'
import { isAmong } from '#metadata/database/is-among.ts'
import { isUnstorableText } from '#metadata/database/unavailable-error.ts'
import { useMetadata } from '../../../../test/fixtures/use-metadata.ts'

const stored = useMetadata()
const selected = async (expression: ReturnType<typeof sql>) =>
  (await sql<{ value: unknown }>`SELECT ${expression} AS value`.execute(stored.metadata)).rows[0]?.value

test.each([
  ['numbers next to each other are compared as numbers', sql`greatest(${9}, ${10})`, 10],
  ['a whole number of 53 bits', sql`${2 ** 53 - 1}`, 2 ** 53 - 1],
  ['a fraction', sql`${0.1} + ${0.2}`, 0.1 + 0.2],
  ['a number beyond 64 bits is compared', sql`(${5} = ${1e30})`, false],
  ['a number beyond 32 bits fits in an id', sql`(SELECT count(*) FROM project WHERE id = ${2 ** 40})`, 0],
  ['a sum is a number', sql`(SELECT sum(epoch) + ${2 ** 40} FROM installation)`, 2 ** 40],
  ['bytes', sql`octet_length(${new Uint8Array([0, 255])})`, 2],
  ['a lone surrogate is replaced', sql`${'a\ud800b'}`, 'a\ufffdb'],
])('%s', async (_name, expression, expected) => {
  expect(await selected(expression)).toEqual(expected)
})

test('a whole number that JavaScript cannot hold is an error', async () => {
  await expect(selected(sql.raw('9007199254740993'))).rejects.toThrow('beyond 2^53: 9007199254740993')
})

test('a text with the character U+0000 is not found, and cannot be stored', async () => {
  const { metadata } = stored
  const name = 'a\0b'
  expect(await metadata.selectFrom('project').select('id').where('name', '=', name).execute()).toEqual([])
  const storing = metadata.updateTable('organization').set({ name }).execute()
  expect(isUnstorableText(await storing.catch((error: unknown) => error))).toBe(true)
})

test('nothing is in an empty list, and everything is outside of it', async () => {
  const found = (operator: 'in' | 'not in') =>
    stored.metadata.selectFrom('organization').select('id').where('id', operator, []).execute()
  expect([await found('in'), await found('not in')]).toEqual([[], [{ id: 1 }]])
})

test('texts are compared by bytes, and only A to Z have a lower case', async () => {
  const { metadata } = stored
  const names = ['é', 'z', 'Z', 'a', '\u{1F600}', '\uFFFD', 'É']
  await metadata
    .insertInto('event_definition')
    .values(
      names.map((name) => ({ project_id: 1, name, uuid: '', count: 1, created_at: '', last_seen_at: '' })),
    )
    .execute()
  const rows = await metadata
    .selectFrom('event_definition')
    .select('name')
    .select((e) => sql<string>`${dialectOf(metadata).lower(e.ref('name'))}`.as('lower'))
    .orderBy('name')
    .execute()
  expect(rows.map((row) => row.name)).toEqual(
    names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  )
  expect(rows.map((row) => row.lower).join(' ')).toBe('z a z É é \uFFFD \u{1F600}')
})

test('rows of several columns are found by an index', async () => {
  const { metadata } = stored
  const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN SELECT * FROM identity_link
WHERE project_id = ${1} AND ${isAmong(
    ['target', 'other'],
    [
      [1, 2],
      [3, 4],
    ],
  )}`.execute(metadata)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Scan using identity_link_')
})

test('the next id follows the ids that were given, and is never one again', async () => {
  const { metadata } = stored
  const add = async () =>
    (
      await metadata
        .insertInto('app_user')
        .values({
          uuid: `${Math.random()}`,
          distinct_id: '',
          email: `${Math.random()}`,
          first_name: '',
          last_name: '',
          created_at: '',
          password_hash: null,
          set_up_by: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  expect(await add()).toBe(1)
  await metadata.deleteFrom('app_user').execute()
  expect(await add()).toBe(2)
  const { skipIds } = dialectOf(metadata)
  const nextOf = async () =>
    (
      await sql<{ id: number }>`SELECT nextval(pg_get_serial_sequence('project', 'id')) AS id`.execute(
        metadata,
      )
    ).rows[0]?.id
  await skipIds(metadata, 'project', 7)
  expect(await nextOf()).toBe(8)
  await skipIds(metadata, 'project', 3)
  expect(await nextOf()).toBe(9)
})
