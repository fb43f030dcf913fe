import { EventEmitter, once } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openStores } from '../../src/app/open-stores.ts'
import { createInProcessIdentityCache } from '../../src/coordination/in-process/in-process-identity-cache.ts'
import type { IdentityStatement } from '../../src/identity/identity-statement.ts'
import { createEventEraser } from '../../src/ingest/store/event-eraser.ts'
import { createIdentityStore } from '../../src/metadata/people/identity-store.ts'
import { createPersonDeletionStore } from '../../src/metadata/people/person-deletion-store.ts'
import { personEraserOf } from '../fixtures/person-eraser-of.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()
afterEach(() => vi.restoreAllMocks())

const at = ({ id }: TestProject, path: string) => `/api/projects/${id}/${path}`
const visit = (properties: object = {}) => ({ event: 'visited', distinct_id: 'ada', properties })

/**
 * Makes a project in which Ada has one event. Returns the project and the uuid of the person that this
 * event made.
 */
async function newProject() {
  const project = await server.newProject()
  await server.capture([visit()], project.token)
  const { body } = await server.request('GET', at(project, 'persons/?distinct_id=ada'))
  return { project, uuid: body.results[0].id as string }
}

async function asked(project: TestProject) {
  const question = { events: [{ id: 'visited' }], date_from: '-1d' }
  const { body } = await server.request('POST', at(project, 'insights/trend/'), question)
  return { count: body.result[0].count as number, isCached: body.is_cached as boolean }
}
const countOf = async (project: TestProject) => (await asked(project)).count

interface Held {
  /** Lets the insert continue. Resolves when the request that waits for it has its answer. */
  release(): Promise<void>
}

/**
 * Sends a capture request and holds up the engine's next insert into `table`, until the request is
 * released.
 */
async function captureHeldAt(table: string, event: object, { token }: TestProject): Promise<Held> {
  const { engine } = server.app
  const insert = engine.insertDeferrable
  const turns = new EventEmitter()
  const reached = once(turns, 'reached')
  const spy = vi.spyOn(engine, 'insertDeferrable').mockImplementation(async (into, columns, rows) => {
    if (into === table) {
      spy.mockRestore()
      const released = once(turns, 'released')
      turns.emit('reached')
      await released
    }
    return insert(into, columns, rows)
  })
  const captured = server.capture([event], token)
  await reached
  return {
    release() {
      turns.emit('released')
      return captured
    },
  }
}

const eventEraser = (earlierEvents: () => Promise<void>) => {
  const { engine, metadata, coordination } = server.app
  return createEventEraser({
    ...openStores(metadata, coordination),
    ...{ engine, versions: coordination.dataVersions, personRoots: coordination.personRoots },
    copyMetadata: () => Promise.reject(new Error('No project is deleted here')),
    earlierEvents,
    clock: () => server.nowMs,
  })
}
const personDeletions = () =>
  createPersonDeletionStore(server.app.metadata, server.app.coordination.identityCache)
const whatOf = ({ id }: TestProject) =>
  ({ projectId: id, kind: 'events', event: null, fromMs: null, beforeMs: null }) as const

// In each of these tests the held request is stored while the eraser waits for it. An eraser that did not
// wait would end earlier, and the event would be stored after the deletion.
describe('an event that was accepted before is deleted as well', () => {
  test('with its person', async () => {
    const { project, uuid } = await newProject()
    const held = await captureHeldAt('events', visit(), project)
    const request = { projectId: project.id, uuid, withEvents: true }
    const erasure = await personEraserOf(server, personDeletions()).erase(request, held.release)
    await held.release()
    expect(erasure).toMatchObject({ deletedEvents: 2, eventsLeft: 0 })
    expect(await countOf(project)).toBe(0)
  })

  test('with its person, by a deletion that is resumed', async () => {
    const { project, uuid } = await newProject()
    const held = await captureHeldAt('events', visit(), project)
    const deletions = personDeletions()
    await deletions.begin(project.id, uuid, true)
    await personEraserOf(server, deletions).resume(held.release)
    await held.release()
    expect(await countOf(project)).toBe(0)
  })

  // The rows of this event are made only when the mirror has the person. If the deletion did not wait, it
  // would begin before them.
  test('with all events', async () => {
    const { project } = await newProject()
    const held = await captureHeldAt('persons', visit({ $set: { plan: 'pro' } }), project)
    const release = () => {
      server.nowMs += 1_000
      return held.release()
    }
    const deletion = await eventEraser(release).erase(whatOf(project))
    expect(deletion).toMatchObject({ deletedEvents: 2 })
    expect(await countOf(project)).toBe(0)
  })

  test('with all events, by a deletion that is resumed', async () => {
    const { project } = await newProject()
    const held = await captureHeldAt('events', visit(), project)
    const { eventDeletions } = openStores(server.app.metadata, server.app.coordination)
    await eventDeletions.begin({ ...whatOf(project), cutoffMs: server.nowMs })
    await eventEraser(held.release).resume()
    await held.release()
    expect(await countOf(project)).toBe(0)
  })
})

const seen = (distinctId: string): IdentityStatement => ({
  ...{ distinctId, atUs: 0, hasProfile: false },
  ...{ setOnce: null, set: null, unset: null, merge: null },
})

test('an id that a deletion forgets while its event is recorded keeps the number that it had', async () => {
  const { project } = await newProject()
  const cache = createInProcessIdentityCache()
  const identity = createIdentityStore(server.app.metadata, cache)
  const before = await identity.record(project.id, [seen('ada')])
  // Bob is new, so the metadata is asked. Ada is known, so only the cache is.
  const recording = identity.record(project.id, [seen('ada'), seen('bob')])
  await cache.forget(project.id, ['ada'])
  const { numbers } = await recording
  expect([...numbers.keys()].sort()).toEqual(['ada', 'bob'])
  expect(numbers.get('ada')).toBe(before.numbers.get('ada'))
})

/** Lets the next deletion of events take effect, but the engine reports an error. */
function loseNextAnswer(): void {
  const { engine } = server.app
  const { deleteEvents } = engine
  const spy = vi.spyOn(engine, 'deleteEvents').mockImplementation(async (events) => {
    await deleteEvents(events)
    spy.mockRestore()
    throw new Error('The answer of the engine is lost')
  })
}

describe('after a deletion that failed no result is fresh until the next start', () => {
  test.each([
    [
      'of a person',
      (project: TestProject, uuid: string) => at(project, `persons/${uuid}/?delete_events=true`),
    ],
    ['of events', (project: TestProject) => at(project, 'deletions/')],
  ])('%s', async (_, addressOf) => {
    const { project, uuid } = await newProject()
    for (const isCached of [false, true]) expect(await asked(project)).toEqual({ count: 1, isCached })
    loseNextAnswer()
    const url = addressOf(project, uuid)
    const isOfPerson = url.includes('persons')
    const { status } = isOfPerson
      ? await server.request('DELETE', url)
      : await server.request('POST', url, { all_events: true })
    expect(status).toBe(500)
    for (const isCached of [false, false]) expect(await asked(project)).toEqual({ count: 0, isCached })
    await server.restart()
    for (const isCached of [false, true]) expect(await asked(project)).toEqual({ count: 0, isCached })
  })
})
