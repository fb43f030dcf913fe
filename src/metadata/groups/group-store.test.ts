import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonText, parseExactJson } from '#shared/json-text.ts'
import { useMetadata } from '../../../test/fixtures/use-metadata.ts'
import type { GroupStatements } from './group-statements.ts'
import { createGroupStore } from './group-store.ts'

const stored = useMetadata()
const { newProject } = stored

const MINUTE_MS = 60_000
const NOON = Date.parse('2026-11-20T12:00:00Z')
const at = (minute: number) => NOON + minute * MINUTE_MS
const isoAt = (minute: number) => new Date(at(minute)).toISOString()
const FIRST = { side: 'after', position: null } as const

const mention = (minute: number, ...groups: [type: string, key: string][]): GroupStatements => ({
  timestampMs: at(minute),
  atUs: at(minute) * 1000,
  groups: groups.map(([type, key]) => ({ type, key })),
  groupStatement: null,
})
const statement = (
  minute: number,
  type: string,
  key: string,
  set: Readonly<Record<string, unknown>>,
): GroupStatements => ({ ...mention(minute), groupStatement: { type, key, set } })

/** Returns properties as text, because comparisons of objects skip a property that is called `__proto__`. */
const sortedText = (properties: unknown) =>
  JSON.stringify(Object.entries(properties ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
const version = async () =>
  (await stored.metadata.selectFrom('mirror_version').select('value').executeTakeFirstOrThrow()).value

describe('types', () => {
  test('get indexes in order of appearance, five in each project', async () => {
    const [project, other] = [newProject(), newProject()]
    const store = createGroupStore(stored.metadata)
    await store.record(project, [mention(0, ['company', 'a'], ['team', 'b'])])
    const { indexes } = await store.record(project, [
      mention(0, ['site', 's'], ['team', 'b']),
      statement(0, 'plan', 'p', {}),
      mention(0, ['region', 'r'], ['sixth', 'x'], ['seventh', 'y']),
    ])
    expect([...indexes]).toEqual([
      ['company', 0],
      ['team', 1],
      ['site', 2],
      ['plan', 3],
      ['region', 4],
    ])
    const theirs = await store.record(other, [mention(0, ['sixth', 'x'])])
    expect([...theirs.indexes]).toEqual([['sixth', 0]])
    expect((await store.typesOf(project)).map(({ type, index }) => [type, index])).toEqual([...indexes])
    // A new store does not know the types yet, so it reads them.
    const again = createGroupStore(stored.metadata)
    expect((await again.record(project, [mention(0, ['eighth', 'z'])])).indexes).toEqual(indexes)
    expect(await again.find(project, 5, 'x')).toBeNull()
  })

  test('of a new store come after the stored ones', async () => {
    const project = newProject()
    await createGroupStore(stored.metadata).record(project, [
      mention(0, ['a', '1'], ['b', '1'], ['c', '1'], ['d', '1']),
    ])
    const many = Array.from({ length: 20 }, (_, i): [string, string] => [`new ${i}`, 'x'])
    const { indexes } = await createGroupStore(stored.metadata).record(project, [
      mention(0, ['d', '1'], ['c', '1'], ['b', '1'], ['a', '1'], ...many),
    ])
    expect(Object.fromEntries(indexes)).toEqual({ a: 0, b: 1, c: 2, d: 3, 'new 0': 4 })
  })

  test('can be renamed without a change of anything else', async () => {
    const project = newProject()
    const store = createGroupStore(stored.metadata)
    await store.record(project, [mention(0, ['company', 'a'], ['team', 'b'])])
    await store.renameTypes(project, [{ index: 0, nameSingular: 'Company', namePlural: 'Companies' }])
    await store.renameTypes(project, [
      { index: 0, nameSingular: null },
      { index: 1 },
      { index: 4, namePlural: 'No' },
    ])
    await store.renameTypes(newProject(), [{ index: 0, namePlural: 'Foreign' }])
    expect(await store.typesOf(project)).toEqual([
      { type: 'company', index: 0, nameSingular: null, namePlural: 'Companies' },
      { type: 'team', index: 1, nameSingular: null, namePlural: null },
    ])
  })
})

describe('a group', () => {
  test('is stored with its first mention and created at the time of its earliest event', async () => {
    const project = newProject()
    const store = createGroupStore(stored.metadata)
    await store.record(project, [mention(2, ['company', 'a']), mention(1, ['company', 'a'])])
    const known = await store.find(project, 0, 'a')
    expect(known).toMatchObject({ typeIndex: 0, key: 'a', properties: {}, createdAt: isoAt(1) })
    expect(known?.position.listedMs).toBe(at(1))
    await store.record(project, [mention(3, ['company', 'a']), mention(0, ['company', 'a'])])
    // The group's position in lists stays.
    expect(await store.find(project, 0, 'a')).toEqual({ ...known, createdAt: isoAt(0) })
  })

  test.each([
    ['later wins', { seats: 1 }, { seats: 2 }, { seats: 2 }],
    ['names that are not set stay', { seats: 1, plan: 'pro' }, { plan: null }, { seats: 1, plan: null }],
    ['nothing is set', { seats: 1 }, {}, { seats: 1 }],
    [
      'names of an object',
      { a: 1 },
      JSON.parse('{"__proto__": {"x": 1}, "1": "one"}'),
      JSON.parse('{"1": "one", "a": 1, "__proto__": {"x": 1}}'),
    ],
    [
      'any JSON',
      {},
      { list: [1, { deep: null }], text: 'a\0"b"' },
      { list: [1, { deep: null }], text: 'a\0"b"' },
    ],
  ])('properties: %s', async (_name, first, second, expected) => {
    const project = newProject()
    const store = createGroupStore(stored.metadata)
    // The later statement arrives first.
    await store.record(project, [statement(2, 'company', 'a', second)])
    await store.record(project, [statement(1, 'company', 'a', first)])
    const group = await store.find(project, 0, 'a')
    expect(sortedText(group?.properties)).toBe(sortedText(expected))
    expect(group?.createdAt).toBe(isoAt(1))
  })

  test('keeps integers beyond 2^53 and gives them back digit by digit', async () => {
    const project = newProject()
    const store = createGroupStore(stored.metadata)
    const set = parseExactJson(Buffer.from('{"id": 9007199254740993}')) as Record<string, unknown>
    await store.record(project, [statement(1, 'company', 'a', set)])
    expect(jsonText((await store.find(project, 0, 'a'))?.properties)).toBe('{"id":9007199254740993}')
    const row = await stored.metadata
      .selectFrom('project_group')
      .select('registers')
      .where('project_id', '=', project)
      .executeTakeFirstOrThrow()
    expect(row.registers).toContain('9007199254740993')
  })

  test('belongs to its project and type', async () => {
    const [project, other] = [newProject(), newProject()]
    const store = createGroupStore(stored.metadata)
    await store.record(project, [statement(0, 'company', 'a', { of: 'one' }), mention(0, ['team', 'b'])])
    await store.record(other, [statement(0, 'company', 'a', { of: 'other' })])
    expect((await store.find(project, 0, 'a'))?.properties).toEqual({ of: 'one' })
    expect((await store.find(other, 0, 'a'))?.properties).toEqual({ of: 'other' })
    for (const [of, index, key] of [
      [project, 1, 'a'],
      [project, 0, 'A'],
      [other, 1, 'b'],
    ] as const)
      expect(await store.find(of, index, key)).toBeNull()
    expect(await store.list(other, 0, FIRST, 10)).toHaveLength(1)
    expect(await store.list(other, 1, FIRST, 10)).toEqual([])
  })
})

describe('the version for the mirror', () => {
  test('is one for all that a call changes, and stays where nothing changes', async () => {
    const project = newProject()
    const store = createGroupStore(stored.metadata)
    const said = [statement(1, 'company', 'a', { x: 1 }), mention(1, ['company', 'b'])]
    await store.record(project, said)
    const written = await version()
    const rows = await stored.metadata
      .selectFrom('project_group')
      .select('version')
      .where('project_id', '=', project)
      .execute()
    expect(rows).toEqual([{ version: written }, { version: written }])

    for (const repeating of [store, createGroupStore(stored.metadata)]) {
      await repeating.record(project, said)
      await repeating.record(project, [mention(5, ['company', 'a'], ['company', 'b'])])
      await repeating.record(project, [statement(0, 'company', 'a', {})])
    }
    // Only the earlier time of `a` was a change.
    expect(await version()).toBe(Number(written) + 1)
    await store.record(project, [])
    await store.record(project, [mention(9)])
    expect(await version()).toBe(Number(written) + 1)
  })
})

test('a list is newest first, and its two directions meet at a position', async () => {
  const project = newProject()
  const store = createGroupStore(stored.metadata)
  await store.record(project, [
    mention(1, ['company', 'b'], ['team', 'other type']),
    mention(3, ['company', 'd']),
    mention(0, ['company', 'a']),
    mention(1, ['company', 'c']),
  ])
  const keys = (groups: { key: string }[]) => groups.map(({ key }) => key)
  const all = await store.list(project, 0, FIRST, 10)
  // If two groups have the same time, the one that was stored later is newer.
  expect(keys(all)).toEqual(['d', 'c', 'b', 'a'])
  expect(keys(await store.list(project, 0, FIRST, 2))).toEqual(['d', 'c'])
  const position = all[1]?.position ?? null
  expect(keys(await store.list(project, 0, { side: 'after', position }, 10))).toEqual(['b', 'a'])
  expect(keys(await store.list(project, 0, { side: 'before', position }, 10))).toEqual(['d'])
  const last = all[3]?.position ?? null
  expect(keys(await store.list(project, 0, { side: 'before', position: last }, 2))).toEqual(['b', 'c'])
})

const value = fc.oneof(
  fc.integer({ min: 0, max: 2 }),
  fc.constantFrom('a', 'b', null, true),
  fc.array(fc.nat(1)),
)
const anySaid: fc.Arbitrary<GroupStatements> = fc.record({
  timestampMs: fc.integer({ min: 0, max: 3 }).map(at),
  atUs: fc.integer({ min: 0, max: 5 }),
  groups: fc.array(
    fc.record({ type: fc.constantFrom('company', 'team', 'site'), key: fc.constantFrom('a', 'b', '') }),
    { maxLength: 2 },
  ),
  groupStatement: fc.option(
    fc.record({
      type: fc.constantFrom('company', 'team'),
      key: fc.constantFrom('a', 'b'),
      set: fc.dictionary(fc.constantFrom('x', 'y', '1', '__proto__'), value, { maxKeys: 3 }),
    }),
  ),
})

/** Returns the groups of a project after these statements are recorded, `size` of them in each call. */
async function outcome(said: readonly GroupStatements[], size: number) {
  const project = newProject()
  const store = createGroupStore(stored.metadata)
  for (let i = 0; i < said.length; i += size) await store.record(project, said.slice(i, i + size))
  const found: [string, string, string, string][] = []
  for (const { type, index } of await store.typesOf(project))
    for (const group of await store.list(project, index, FIRST, 100)) {
      found.push([type, group.key, group.createdAt, sortedText(group.properties)])
    }
  return found.sort((a, b) => (a.join() < b.join() ? -1 : 1))
}

test('the same groups in any order, with repetitions, and in calls of any size', async () => {
  const order = fc
    .array(anySaid, { minLength: 1, maxLength: 12 })
    .chain((said) =>
      fc.tuple(fc.constant(said), fc.shuffledSubarray(said, { minLength: said.length }), fc.nat(3)),
    )
  await fc.assert(
    fc.asyncProperty(order, async ([said, shuffled, repeated]) => {
      const expected = await outcome(said, said.length)
      expect(await outcome([...shuffled, ...said.slice(0, repeated)], 2)).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})
