import { expect, test } from 'vitest'
import { useMetadata } from '../../../test/fixtures/use-metadata.ts'
import { removeFromDashboards, replaceDashboardsOf, returnToDashboards, tilesOf } from './insight-tiles.ts'

const stored = useMetadata()
const NOW = '2026-11-20T12:00:00.000Z'

async function newProject() {
  const { metadata } = stored
  const text = crypto.randomUUID()
  const user = await metadata
    .insertInto('app_user')
    .values({ uuid: text, distinct_id: text, email: text, first_name: '', last_name: '', created_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow()
  const project = await metadata
    .insertInto('project')
    .values({
      uuid: text,
      name: text,
      api_token: text,
      timezone: 'UTC',
      week_start_day: 0,
      test_account_filters: '[]',
      next_person: 1,
      created_at: NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: project.id, userId: user.id }
}
type Project = Awaited<ReturnType<typeof newProject>>

async function newDashboard({ id, userId }: Project, name: string, deleted = 0) {
  const row = await stored.metadata
    .insertInto('dashboard')
    .values({
      project_id: id,
      name,
      description: '',
      pinned: 0,
      filters: '{}',
      deleted,
      created_at: NOW,
      created_by: userId,
      updated_at: NOW,
      search_text: name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function newInsight({ id, userId }: Project) {
  const row = await stored.metadata
    .insertInto('insight')
    .values({
      project_id: id,
      short_id: crypto.randomUUID().slice(0, 8),
      description: '',
      filters: '{}',
      deleted: 0,
      saved: 0,
      favorited: 0,
      is_sample: 0,
      created_at: NOW,
      created_by: userId,
      updated_at: NOW,
      last_modified_at: NOW,
      last_modified_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const put = (project: Project, insightId: number, dashboardIds: readonly number[]) =>
  stored.metadata
    .transaction()
    .execute((transaction) =>
      replaceDashboardsOf(transaction, project.id, insightId, { ids: dashboardIds, field: 'dashboards' }),
    )
const placesOf = async (insightId: number) => {
  const tiles = (await tilesOf(stored.metadata, [insightId])).get(insightId) ?? []
  return tiles.map(({ dashboardId, dashboardName, deleted }) => [dashboardId, dashboardName, deleted])
}
const allTiles = (insightId: number) =>
  stored.metadata
    .selectFrom('dashboard_tile')
    .selectAll()
    .where('insight_id', '=', insightId)
    .orderBy('id')
    .execute()

test('the insight is on exactly the dashboards of the last set; a tile comes back with its layout', async () => {
  const project = await newProject()
  const [a, b, c] = [
    await newDashboard(project, 'a'),
    await newDashboard(project, 'b'),
    await newDashboard(project, 'c'),
  ]
  const insight = await newInsight(project)
  await put(project, insight, [b, a, a])
  expect(await placesOf(insight)).toEqual([
    [b, 'b', false],
    [a, 'a', false],
  ])
  const [tile] = await allTiles(insight)
  await stored.metadata
    .updateTable('dashboard_tile')
    .set({ layouts: '{"sm":{"x":1}}', color: 'blue' })
    .where('id', '=', tile?.id ?? 0)
    .execute()
  await put(project, insight, [c])
  expect(await placesOf(insight)).toEqual([[c, 'c', false]])
  await put(project, insight, [b])
  expect(await placesOf(insight)).toEqual([[b, 'b', false]])
  expect((await allTiles(insight))[0]).toMatchObject({
    id: tile?.id,
    layouts: '{"sm":{"x":1}}',
    color: 'blue',
  })
  await put(project, insight, [])
  expect(await placesOf(insight)).toEqual([])
})

test('the same set again writes nothing', async () => {
  const project = await newProject()
  const [a, b] = [await newDashboard(project, 'a'), await newDashboard(project, 'b')]
  const insight = await newInsight(project)
  await put(project, insight, [a, b])
  const before = await allTiles(insight)
  await put(project, insight, [b, a])
  expect(await allTiles(insight)).toEqual(before)
})

test('a foreign, a deleted and an unknown dashboard are refused with the same message, and nothing changes', async () => {
  const project = await newProject()
  const live = await newDashboard(project, 'live')
  const insight = await newInsight(project)
  await put(project, insight, [live])
  const before = await allTiles(insight)
  const foreign = await newDashboard(await newProject(), 'foreign')
  const deleted = await newDashboard(project, 'deleted', 1)
  for (const id of [foreign, deleted, 0, -1, 2 ** 53 - 1]) {
    const refusal = {
      kind: 'invalid',
      code: 'does_not_exist',
      attr: 'dashboards',
      message: `Invalid pk "${id}" - object does not exist.`,
    }
    await expect(put(project, insight, [id])).rejects.toMatchObject(refusal)
    expect(await allTiles(insight)).toEqual(before)
  }
})

test('more ids than in one statement are refused for the first unknown one', async () => {
  const project = await newProject()
  const live = await newDashboard(project, 'live')
  const insight = await newInsight(project)
  const many = [live, ...Array.from({ length: 40_000 }, (_, i) => 1_000_000 + i)]
  await expect(put(project, insight, many)).rejects.toMatchObject({ code: 'does_not_exist' })
})

test('tiles on a deleted dashboard are not shown and do not change', async () => {
  const project = await newProject()
  const [a, b] = [await newDashboard(project, 'a'), await newDashboard(project, 'b')]
  const insight = await newInsight(project)
  await put(project, insight, [a, b])
  await stored.metadata.updateTable('dashboard').set({ deleted: 1 }).where('id', '=', a).execute()
  expect(await placesOf(insight)).toEqual([[b, 'b', false]])
  await put(project, insight, [b])
  expect((await allTiles(insight)).map((tile) => tile.deleted)).toEqual([null, null])
})

test('a deleted insight leaves every dashboard, also those that are deleted themselves', async () => {
  const project = await newProject()
  const [a, b] = [await newDashboard(project, 'a'), await newDashboard(project, 'b')]
  const [insight, other] = [await newInsight(project), await newInsight(project)]
  await put(project, insight, [a, b])
  await put(project, other, [a])
  await stored.metadata
    .updateTable('dashboard_tile')
    .set({ deleted: 1, is_removed_with_dashboard: 1 })
    .where('dashboard_id', '=', b)
    .execute()
  await removeFromDashboards(stored.metadata, insight)
  // A second deletion changes nothing.
  await removeFromDashboards(stored.metadata, insight)
  expect(await placesOf(insight)).toEqual([])
  expect((await allTiles(insight)).map((tile) => [tile.deleted, tile.is_removed_with_dashboard])).toEqual([
    [1, 0],
    [1, 0],
  ])
  expect(await placesOf(other)).toEqual([[a, 'a', false]])
  expect((await returnToDashboards(stored.metadata, insight)).sort()).toEqual([a, b].sort())
  expect(await placesOf(insight)).toEqual([
    [a, 'a', false],
    [b, 'b', false],
  ])
  expect(await returnToDashboards(stored.metadata, insight)).toEqual([])
})

test('a tile that was removed before its insight was deleted does not come back with it', async () => {
  const project = await newProject()
  const [a, b] = [await newDashboard(project, 'a'), await newDashboard(project, 'b')]
  const insight = await newInsight(project)
  await put(project, insight, [a, b])
  await put(project, insight, [b])
  await removeFromDashboards(stored.metadata, insight)
  await returnToDashboards(stored.metadata, insight)
  expect(await placesOf(insight)).toEqual([[b, 'b', false]])
})
