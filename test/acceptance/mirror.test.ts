import { expect, test } from 'vitest'
import { openMirror } from '../../src/ingest/mirror.ts'
import { createPersonEraser } from '../../src/ingest/person-eraser.ts'
import { openPersonRoots } from '../../src/insights/person-roots.ts'
import { createIdentityStore, type IdentityStore } from '../../src/metadata/identity-store.ts'
import { createMirrorSource } from '../../src/metadata/mirror-source.ts'
import { createPersonDeletionStore } from '../../src/metadata/person-deletion-store.ts'
import { bound, type Fragment, sql } from '../../src/sql/fragment.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
type Statement = Parameters<IdentityStore['record']>[1][number]

const statement = (distinctId: string, atMs: number, said: Partial<Statement> = {}): Statement => ({
  distinctId,
  atUs: atMs * 1000,
  hasProfile: true,
  setOnce: null,
  set: null,
  unset: null,
  merge: null,
  ...said,
})
const rows = (query: Fragment) => server.app.engine.rows(query, { name: 'test' })
const mirroredPersons = (projectId: number) =>
  rows(sql`SELECT person, properties_raw AS properties
FROM persons FINAL
WHERE project_id = ${bound('UInt32', projectId)}
ORDER BY person`)

async function dau(projectId: number): Promise<number> {
  const { body } = await server.request('POST', `/api/projects/${projectId}/insights/trend/`, {
    events: [{ id: null, math: 'dau' }],
    date_from: 'dStart',
  })
  return body.result[0].count
}

/** What a server that is killed between its two stores leaves behind: the metadata knows, the event store does not. */
async function recordUnmirrored(projectId: number, statements: readonly Statement[]): Promise<void> {
  await createIdentityStore(server.app.metadata).record(projectId, statements)
}

test('what a crash left out of the mirror is there with the next events of anyone', async () => {
  const project = await server.newProject()
  const another = await server.newProject()
  await server.capture(
    ['anonymous 1', 'ada'].map((distinct_id) => ({ event: 'visit', distinct_id })),
    project.token,
  )
  expect(await dau(project.id)).toBe(2)
  await recordUnmirrored(project.id, [
    statement('ada', server.nowMs, {
      set: { plan: 'paid' },
      merge: { other: 'anonymous 1', isForced: false },
    }),
  ])
  expect(await mirroredPersons(project.id)).toHaveLength(2)

  await server.capture([{ event: 'visit', distinct_id: 'bob' }], another.token)
  expect(await mirroredPersons(project.id)).toEqual([
    { person: expect.any(Number), properties: '{"plan":"paid"}' },
  ])
  expect(await dau(project.id)).toBe(1)
})

test('a mirror that opens copies what came after its last version, and its last version again', async () => {
  const { engine, metadata } = server.app
  const project = await server.newProject()
  await server.capture([{ event: 'visit', distinct_id: 'cid', $set: { plan: 'free' } }], project.token)
  await recordUnmirrored(project.id, [statement('cid', server.nowMs + 1, { set: { plan: 'paid' } })])
  const changed: number[] = []
  const open = () =>
    openMirror({ engine, source: createMirrorSource(metadata), onMerges: (id) => changed.push(id) })
  await (await open()).catchUp()
  expect(await mirroredPersons(project.id)).toEqual([{ person: 1, properties: '{"plan":"paid"}' }])
  // Twice the same rows are one.
  await (await open()).catchUp()
  expect(await mirroredPersons(project.id)).toHaveLength(1)
})

test('who is separated again is a person of their own in every question', async () => {
  const project = await server.newProject()
  const at = (minutes: number) => new Date(server.nowMs - minutes * 60_000).toISOString()
  const identify = (distinct_id: string, minutes: number) => ({
    event: '$identify',
    distinct_id,
    timestamp: at(minutes),
    properties: { $anon_distinct_id: 'shared' },
  })
  await server.capture([{ event: 'visit', distinct_id: 'shared', timestamp: at(30) }], project.token)
  await server.capture([identify('late', 10)], project.token)
  expect(await dau(project.id)).toBe(1)
  // Happened before, arrives after: the shared browser was someone else's then.
  await server.capture([identify('early', 20)], project.token)
  expect(await dau(project.id)).toBe(2)
  const { body } = await server.request('GET', `/api/projects/${project.id}/persons/`)
  const ids = body.results.map((person: { distinct_ids: string[] }) => [...person.distinct_ids].sort())
  expect(ids.sort()).toEqual([['early', 'shared'], ['late']])
  expect(await mirroredPersons(project.id)).toHaveLength(2)
})

test('a deletion that a crash interrupted is ended by the next start', async () => {
  const { engine, metadata } = server.app
  const project = await server.newProject()
  await server.capture(
    [
      { event: 'visit', distinct_id: 'dan' },
      { event: 'visit', distinct_id: 'eve' },
    ],
    project.token,
  )
  const { body } = await server.request('GET', `/api/projects/${project.id}/persons/?distinct_id=dan`)
  const deletions = createPersonDeletionStore(metadata, { forget: () => undefined })
  const begun = await deletions.begin(project.id, body.results[0].uuid, true)
  expect(await deletions.pending()).toEqual([begun])
  expect(await dau(project.id)).toBe(2)

  await createPersonEraser({ engine, deletions }).resume()
  expect(await deletions.pending()).toEqual([])
  expect(await dau(project.id)).toBe(1)
  expect(await mirroredPersons(project.id)).toHaveLength(1)
})

test('merges are loaded once for many questions, and again after the next merge', async () => {
  const roots = await openPersonRoots(server.app.engine)
  const { id } = await server.newProject()
  expect(await roots.ready(id)).toBe(false)
  roots.changed(id)
  expect(await Promise.all([roots.ready(id), roots.ready(id)])).toEqual([true, true])
  roots.changed(id)
  expect(await roots.ready(id)).toBe(true)
})
