import { beforeAll, describe, expect, test } from 'vitest'
import { useMetadata } from '../../../test/fixtures/use-metadata.ts'
import type { GroupStatements } from './group-statements.ts'
import { createGroupStore, type GroupStore } from './group-store.ts'

const stored = useMetadata()
const { newProject } = stored
let store: GroupStore
beforeAll(() => {
  store = createGroupStore(stored.metadata)
})

const NOON = Date.parse('2026-11-20T12:00:00Z')
const FIRST = { side: 'after', position: null } as const

const mention = (second: number, ...groups: [type: string, key: string][]): GroupStatements => ({
  timestampMs: NOON + second * 1000,
  atUs: (NOON + second * 1000) * 1000,
  groups: groups.map(([type, key]) => ({ type, key })),
  groupStatement: null,
})
const statement = (
  second: number,
  type: string,
  key: string,
  set: Readonly<Record<string, unknown>>,
): GroupStatements => ({ ...mention(second), groupStatement: { type, key, set } })

const numbered = (i: number) => `name ${String(i).padStart(6, '0')}`
const version = async () =>
  (await stored.metadata.selectFrom('mirror_version').select('value').executeTakeFirstOrThrow()).value
const namesOf = async (project: number) =>
  Object.keys((await store.find(project, 0, 'a'))?.properties ?? {}).sort()

describe('more properties than a group can have', () => {
  // If all properties were joined for each statement, this test would take minutes.
  test('in as many statements as a request holds: the first names stay, and the statements are returned', async () => {
    const project = newProject()
    const said = Array.from({ length: 50_000 }, (_, i) => statement(1, 'company', 'a', { [numbered(i)]: i }))
    const others = [
      statement(1, 'company', 'b', { x: 1 }),
      statement(1, 'company', 'a', {}),
      mention(1, ['company', 'a']),
    ]
    const { overfull } = await store.record(project, [...others, ...said.toReversed()])
    expect(overfull).toHaveLength(50_000)
    expect(new Set(overfull)).toEqual(new Set(said))
    expect(await namesOf(project)).toEqual(Array.from({ length: 1_000 }, (_, i) => numbered(i)))
  })

  test('one by one: stored properties can change, properties beyond the limit change nothing', async () => {
    const project = newProject()
    const all = Array.from({ length: 1_000 }, (_, i) => [numbered(i), i] as const)
    const known = [statement(1, 'company', 'a', Object.fromEntries(all))]
    expect((await store.record(project, known)).overfull).toEqual([])
    const change = [statement(2, 'company', 'a', { [numbered(999)]: 'new' })]
    expect((await store.record(project, change)).overfull).toEqual([])

    const written = await version()
    const last = [statement(3, 'company', 'a', { zz: 1 })]
    expect((await store.record(project, last)).overfull).toEqual(last)
    expect((await store.record(project, last)).overfull).toEqual(last)
    expect(await version()).toBe(written)

    const first = [statement(4, 'company', 'a', { first: 1 })]
    expect((await store.record(project, first)).overfull).toEqual(first)
    expect(await namesOf(project)).toEqual(['first', ...all.slice(0, 999).map(([name]) => name)])
  })

  test('by their size', async () => {
    const project = newProject()
    const big = 'x'.repeat(200_000)
    const fitting = [statement(1, 'company', 'a', { b: big, c: big })]
    expect((await store.record(project, fitting)).overfull).toEqual([])
    const more = [statement(1, 'company', 'a', { a: big })]
    expect((await store.record(project, more)).overfull).toEqual(more)
    expect(await namesOf(project)).toEqual(['a', 'b'])
  })
})

test('more groups than are read at once', async () => {
  const project = newProject()
  const said = Array.from({ length: 9_000 }, (_, i) => statement(i % 50, 'company', `key ${i}`, { i }))
  await store.record(project, said)
  const again = createGroupStore(stored.metadata)
  await again.record(
    project,
    said.map((one) => ({ ...one, timestampMs: one.timestampMs - 1 })),
  )
  const groups = await store.list(project, 0, FIRST, 20_000)
  expect(new Set(groups.map(({ key }) => key)).size).toBe(9_000)
  expect(groups).toHaveLength(9_000)
  for (const { createdAt, position } of groups) expect(Date.parse(createdAt)).toBe(position.listedMs - 1)
})
