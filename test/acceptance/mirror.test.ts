import { expect, test } from 'vitest'
import { createInProcessIdentityCache } from '../../src/coordination/in-process/in-process-identity-cache.ts'
import { bound, type Fragment, sql } from '../../src/fragments/fragment.ts'
import { openMirror } from '../../src/ingest/store/mirror.ts'
import { createIdentityStore, type IdentityStore } from '../../src/metadata/people/identity-store.ts'
import { createMirrorSource } from '../../src/metadata/people/mirror-source.ts'
import { nextMirrorVersion } from '../../src/metadata/people/mirror-version.ts'
import { createPersonDeletionStore } from '../../src/metadata/people/person-deletion-store.ts'
import { personEraserOf } from '../fixtures/person-eraser-of.ts'
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
const rows = (query: Fragment) => server.app.engine.rows(query, { name: 'test', projectId: null })
const mirroredPersons = (projectId: number) =>
  rows(sql`SELECT person, properties_raw AS properties
FROM persons FINAL
WHERE project_id = ${bound('UInt32', projectId)}
ORDER BY person`)

const unexpected = (sentence: string) => {
  throw new Error(sentence)
}

async function dau(projectId: number): Promise<number> {
  const { body } = await server.request('POST', `/api/projects/${projectId}/insights/trend/`, {
    events: [{ id: null, math: 'dau' }],
    date_from: 'dStart',
  })
  return body.result[0].count
}

/**
 * Makes the state after a kill between the two stores: the metadata has the statements, but the event store
 * does not.
 */
async function recordUnmirrored(projectId: number, statements: readonly Statement[]): Promise<void> {
  await createIdentityStore(server.app.metadata, createInProcessIdentityCache()).record(projectId, statements)
}

test('a copy that a crash prevented is made with the next event of any project', async () => {
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

test('an opened mirror copies its last version again and all later ones', async () => {
  const { engine, metadata } = server.app
  const project = await server.newProject()
  await server.capture([{ event: 'visit', distinct_id: 'cid', $set: { plan: 'free' } }], project.token)
  await recordUnmirrored(project.id, [statement('cid', server.nowMs + 1, { set: { plan: 'paid' } })])
  const changed: number[] = []
  const open = () =>
    openMirror({
      engine,
      source: createMirrorSource(metadata),
      versions: server.app.coordination.dataVersions,
      personRoots: { changed: async (id) => void changed.push(id) },
      warn: unexpected,
    })
  await (await open()).catchUp()
  expect(await mirroredPersons(project.id)).toEqual([{ person: 1, properties: '{"plan":"paid"}' }])
  // If the same rows are written twice, they count once.
  await (await open()).catchUp()
  expect(await mirroredPersons(project.id)).toHaveLength(1)
})

test('an aborted copy ends after the running insert, and the next one continues after it', async () => {
  const { engine, metadata } = server.app
  const project = await server.newProject()
  await recordUnmirrored(
    project.id,
    ['a', 'b', 'c'].map((id) => statement(id, server.nowMs, { set: { plan: 'free' } })),
  )
  const source = createMirrorSource(metadata, { rows: 1, characters: 1_000 })
  let reads = 0
  const stop = new AbortController()
  const mirror = await openMirror({
    engine,
    source: {
      ...source,
      async persons(after) {
        const page = await source.persons(after)
        if (page.some(({ at }) => at.projectId === project.id) && ++reads === 2) stop.abort()
        return page
      },
    },
    versions: server.app.coordination.dataVersions,
    personRoots: { changed: async () => undefined },
    warn: unexpected,
  })
  await mirror.catchUp(stop.signal)
  expect(await mirroredPersons(project.id)).toHaveLength(2)
  await mirror.catchUp()
  expect(await mirroredPersons(project.id)).toHaveLength(3)
})

test('a person that is separated again counts alone in every question', async () => {
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
  // This event happened earlier but arrives later: at its time, the shared browser was another person's.
  await server.capture([identify('early', 20)], project.token)
  expect(await dau(project.id)).toBe(2)
  const { body } = await server.request('GET', `/api/projects/${project.id}/persons/`)
  const ids = body.results.map((person: { distinct_ids: string[] }) => [...person.distinct_ids].sort())
  expect(ids.sort()).toEqual([['early', 'shared'], ['late']])
  expect(await mirroredPersons(project.id)).toHaveLength(2)
})

test('a deletion that a crash interrupted is finished by the next start', async () => {
  const { metadata } = server.app
  const project = await server.newProject()
  await server.capture(
    [
      { event: 'visit', distinct_id: 'dan' },
      { event: 'visit', distinct_id: 'eve' },
    ],
    project.token,
  )
  const { body } = await server.request('GET', `/api/projects/${project.id}/persons/?distinct_id=dan`)
  const deletions = createPersonDeletionStore(metadata, { forget: async () => undefined })
  const begun = await deletions.begin(project.id, body.results[0].uuid, true)
  expect(await deletions.pending()).toEqual([begun])
  expect(await dau(project.id)).toBe(2)

  await personEraserOf(server, deletions).resume(async () => undefined)
  expect(await deletions.pending()).toEqual([])
  expect(await dau(project.id)).toBe(1)
  expect(await mirroredPersons(project.id)).toHaveLength(1)
})

test('an interrupted deletion is continued by the next request, which may add the events', async () => {
  const project = await server.newProject()
  await server.capture([{ event: 'visit', distinct_id: 'fay' }], project.token)
  const { body } = await server.request('GET', `/api/projects/${project.id}/persons/?distinct_id=fay`)
  const { uuid } = body.results[0]
  const deletions = createPersonDeletionStore(server.app.metadata, { forget: async () => undefined })
  await deletions.begin(project.id, uuid, false)
  const remove = () =>
    server.request('DELETE', `/api/projects/${project.id}/persons/${uuid}/?delete_events=true`)
  expect(await remove()).toMatchObject({
    status: 200,
    body: { deleted_events: 1, events_left: 0, distinct_ids_left: 0 },
  })
  expect(await deletions.pending()).toEqual([])
  expect((await remove()).status).toBe(404)
})

test('a person of very many distinct ids is deleted', async () => {
  const { metadata } = server.app
  const project = await server.newProject()
  await server.capture(
    ['hal', 'ida'].map((distinct_id) => ({ event: 'visit', distinct_id })),
    project.token,
  )
  // Hal's number is one of the 45,001 numbers. Their text is longer than a command of the engine can be.
  const numbers = [...Array.from({ length: 45_000 }, (_, i) => 4_000_000_000 + i), 1]
  await metadata
    .insertInto('person_deletion')
    .values({
      project_id: project.id,
      person: 1,
      uuid: 'of hal',
      numbers: JSON.stringify(numbers),
      distinct_ids: '["hal"]',
      with_events: 1,
      version: await metadata.transaction().execute(nextMirrorVersion),
    })
    .execute()
  const deletions = createPersonDeletionStore(metadata, { forget: async () => undefined })
  await personEraserOf(server, deletions).resume(async () => undefined)
  expect(await deletions.pending()).toEqual([])
  expect(
    await rows(sql`SELECT distinct_id FROM events WHERE project_id = ${bound('UInt32', project.id)}`),
  ).toEqual([{ distinct_id: 'ida' }])
})

test('distinct ids that are still there after a deletion are counted', async () => {
  const project = await server.newProject()
  const identityCache = createInProcessIdentityCache()
  const identity = createIdentityStore(server.app.metadata, identityCache)
  await identity.record(project.id, [
    statement('gus', server.nowMs, { merge: { other: 'gus before', isForced: false } }),
  ])
  const { uuid } = await server.app.metadata
    .selectFrom('person')
    .select('uuid')
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow()
  const deletions = createPersonDeletionStore(server.app.metadata, identityCache)
  const deletion = await deletions.begin(project.id, uuid, false)
  if (deletion === null) throw new Error('No person was deleted')
  expect(await deletions.left(deletion)).toBe(0)
  await identity.record(project.id, [statement('gus before', server.nowMs)])
  expect(await deletions.left(deletion)).toBe(1)
  await deletions.finish(deletion)
})

test('rows of one version are read in pages of so many rows and characters, each once', async () => {
  const project = await server.newProject()
  const name = (i: number) => `of one version ${i}`
  await recordUnmirrored(
    project.id,
    Array.from({ length: 7 }, (_, i) =>
      statement(name(i), server.nowMs, { set: { text: 'x'.repeat(i === 3 ? 1_000 : 100) } }),
    ),
  )
  const { version } = await server.app.metadata
    .selectFrom('person')
    .select('version')
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow()
  const pagesOf = async (rows: number, characters: number) => {
    const source = createMirrorSource(server.app.metadata, { rows, characters })
    const pages: number[][] = []
    let page = await source.persons({ version, projectId: 0, key: 0 })
    for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
      pages.push(page.map(({ at }) => at.key))
      page = await source.persons(last.at)
    }
    return pages
  }
  expect(await pagesOf(3, 1e6)).toEqual([[1, 2, 3], [4, 5, 6], [7]])
  expect(await pagesOf(100, 500)).toEqual([[1, 2, 3], [4], [5, 6, 7]])
  expect(await pagesOf(1, 1)).toHaveLength(7)
})

test('a person with unparsable properties is logged, and does not stop the others', async () => {
  const { engine, metadata } = server.app
  const project = await server.newProject()
  await recordUnmirrored(project.id, [
    statement('unreadable', server.nowMs, { set: { a: 1 } }),
    statement('readable', server.nowMs, { set: { a: 1 } }),
  ])
  await metadata
    .updateTable('person')
    .set({ registers: '{"a":' })
    .where('project_id', '=', project.id)
    .where('number', '=', 1)
    .execute()
  const warnings: string[] = []
  const mirror = await openMirror({
    engine,
    source: createMirrorSource(metadata),
    versions: server.app.coordination.dataVersions,
    personRoots: { changed: async () => undefined },
    warn: (sentence) => warnings.push(sentence),
  })
  await mirror.catchUp()
  expect(warnings).toEqual([expect.stringContaining(`number 1 of project ${project.id} in persons`)])
  expect(await mirroredPersons(project.id)).toEqual([
    { person: 1, properties: '{}' },
    { person: 2, properties: '{"a":1}' },
  ])
  await server.capture([{ event: 'visit', distinct_id: 'someone' }])
})
