import { expect, test } from 'vitest'
import { createUserStore } from '#metadata/access/user-store.ts'
import { createProjectStore } from '#metadata/projects/project-store.ts'
import { useMetadata } from '../../../test/fixtures/use-metadata.ts'
import { createTimingStore } from './timing-store.ts'

const stored = useMetadata()
const NOW = Date.parse('2026-11-20T12:00:00Z')

async function newProject() {
  const { metadata } = stored
  const email = `${crypto.randomUUID()}@example.com`
  const user = await createUserStore(metadata).create({ email, firstName: 'A', passwordHash: null }, NOW)
  const project = { name: 'a', timezone: 'UTC', weekStartDay: 0, testAccountFilters: [] } as const
  const apiToken = crypto.randomUUID()
  const { id } = await createProjectStore(metadata).create({ ...project, apiToken }, user.id, NOW)
  return { projectId: id, userId: user.id }
}
const timing = { type: 'load', status: 'ok', bucket: 2, milliseconds: 200 }

test('the last timings of a project are stored, all are counted', async () => {
  const [one, other] = [await newProject(), await newProject()]
  const store = createTimingStore(stored.metadata, 3)
  await store.add({ ...other, ...timing, body: '"other"' }, NOW)
  for (let i = 0; i < 5; i += 1) await store.add({ ...one, ...timing, body: String(i) }, NOW)
  const kept = await stored.metadata
    .selectFrom('client_timing')
    .select(['body', 'user_id', 'created_at'])
    .where('project_id', '=', one.projectId)
    .orderBy('id')
    .execute()
  expect(kept).toEqual(
    ['2', '3', '4'].map((body) => ({ body, user_id: one.userId, created_at: '2026-11-20T12:00:00.000Z' })),
  )
  expect(await store.countsOf(one.projectId)).toEqual([{ ...timing, count: 5, milliseconds: 1_000 }])
  expect(await store.countsOf(other.projectId)).toEqual([{ ...timing, count: 1 }])
})

test('pairs of labels beyond 50 are counted as one, and the first 50 stay', async () => {
  const project = await newProject()
  const store = createTimingStore(stored.metadata)
  const add = (type: string) => store.add({ ...project, ...timing, type, body: '{}' }, NOW)
  for (let i = 0; i < 50; i += 1) await add(`type ${i}`)
  for (const type of ['new', 'newer', 'type 0', 'type 49']) await add(type)
  const counts = await store.countsOf(project.projectId)
  const countOf = (type: string) => counts.find((count) => count.type === type)?.count
  expect(counts).toHaveLength(51)
  expect(['other', 'type 0', 'type 1', 'type 49', 'new'].map(countOf)).toEqual([2, 2, 1, 2, undefined])
  expect(counts.find(({ type }) => type === 'other')?.status).toBe('other')
})
