import { expect, test } from 'vitest'
import { secondUser } from '../fixtures/second-user.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

const server = useApp()

const INSIGHTS = '/api/projects/1/insights/'
const list = async (query = '', key: string | null = KEY) =>
  (await server.request('GET', `${INSIGHTS}${query}`, undefined, key)).body
const names = (body: { results: { name: string }[] }) => body.results.map(({ name }) => name)

async function created(name: string, key = KEY): Promise<number> {
  return (await server.request('POST', INSIGHTS, { name }, key)).body.id
}

test('a repeated request for a list has the same response, and a new one after any change', async () => {
  const id = await created('First')
  const before = await list()
  expect(await list()).toEqual(before)
  await server.request('PATCH', `${INSIGHTS}${id}/`, { name: 'Renamed' })
  expect(names(await list())).toEqual(['Renamed'])
  await server.request('PATCH', `${INSIGHTS}${id}/`, { tags: ['new'] })
  expect((await list()).results[0].tags).toEqual(['new'])
  const board = (await server.request('POST', '/api/projects/1/dashboards/', { name: 'Board' })).body.id
  await server.request('PATCH', `${INSIGHTS}${id}/`, { dashboards: [board] })
  expect((await list()).results[0].dashboards).toEqual([board])
  await server.request('PATCH', `/api/projects/1/dashboards/${board}/`, { deleted: true })
  expect((await list()).results[0].dashboards).toEqual([])
  await server.request('PATCH', '/api/users/@me/', { first_name: 'Ada' })
  expect((await list()).results[0].created_by.first_name).toBe('Ada')
  await server.request('PATCH', `${INSIGHTS}${id}/`, { deleted: true })
  expect((await list()).count).toBe(0)
})

test('also after a change by another process', async () => {
  await created('Seen')
  expect(names(await list())).toEqual(['Seen'])
  const beside = await server.openBeside()
  await beside.updateTable('insight').set({ name: 'Changed beside' }).where('name', '=', 'Seen').execute()
  await beside.destroy()
  expect(names(await list())).toEqual(['Changed beside'])
})

test('every user has their own responses', async () => {
  const bob = await secondUser(server)
  await created('Of Bob', bob.key)
  expect(names(await list('?user=true', bob.key))).toEqual(['Of Bob'])
  expect(names(await list('?user=true'))).not.toContain('Of Bob')
  expect(names(await list('?user=true', bob.key))).toEqual(['Of Bob'])
  expect((await list('?user=true', null)).code).toBe('not_authenticated')

  const project = await server.newProject()
  const [own, foreign] = [
    await server.newKey(['insight:read'], [1]),
    await server.newKey(['insight:read'], [project.id]),
  ]
  const current = (key: string) => server.request('GET', '/api/projects/@current/insights/', undefined, key)
  expect((await current(own)).body.count).toBeGreaterThan(0)
  expect((await current(foreign)).body.count).toBe(0)
})

test('a deleted key has no access to cached responses', async () => {
  const { body } = await server.request('POST', '/api/personal_api_keys/', {
    label: 'short',
    scopes: ['insight:read'],
  })
  expect((await list('', body.value)).count).toBeGreaterThan(0)
  await server.request('DELETE', `/api/personal_api_keys/${body.id}/`)
  expect((await list('', body.value)).code).toBe('authentication_failed')
})

test('the links of a list have the host of the request', async () => {
  const ask = async (host: string) => {
    const { body } = await server.app.server.inject({
      url: `${INSIGHTS}?limit=1`,
      headers: { authorization: `Bearer ${KEY}`, host },
    })
    return new URL(JSON.parse(body).next).host
  }
  expect([await ask('one.example'), await ask('two.example'), await ask('one.example')]).toEqual([
    'one.example',
    'two.example',
    'one.example',
  ])
})

test('a response that depends on the clock is not cached, however its parameter is escaped', async () => {
  const body = { name: 'Of two days', filters: { events: [{ id: 'visit' }], date_from: '-1d' } }
  const { id } = (await server.request('POST', INSIGHTS, body)).body
  const lastDay = async () => {
    const { results } = await list('?%72efresh=blocking')
    return results.find((one: { id: number }) => one.id === id).results[0].days.at(-1)
  }
  expect(await lastDay()).toBe('2026-11-20')
  expect((await list('?%64ate_from=-1h')).count).toBeGreaterThan(0)
  server.nowMs += 26 * 3_600_000
  expect(await lastDay()).toBe('2026-11-21')
  expect((await list('?%64ate_from=-1h')).count).toBe(0)
  server.nowMs -= 26 * 3_600_000
})
