import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

const seen = ($groups: object) => ({ event: 'seen', distinct_id: 'ada', properties: { $groups } })
const identify = (key: string, $group_set: object) => ({
  event: '$groupidentify',
  distinct_id: 'ada',
  properties: { $group_type: 'company', $group_key: key, $group_set },
})
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `name ${10_000 + i}`)
async function rejectedOf(projectId: number) {
  const { body } = await server.request('GET', `/api/projects/${projectId}/ingestion/`)
  return body.rejected.filter((one: { count: number }) => one.count > 0)
}

test('events that set too many properties of a group are stored and counted', async () => {
  const { id, token } = await server.newProject()
  const names = numbered(1_200)
  // Each group has a name of its own, as if a script had sent them.
  await server.capture(
    [...names.map((name) => identify('acme', { [name]: 1 })), seen({ company: 'acme' })],
    token,
  )
  await server.capture([identify('acme', { 'name 10000': 2 }), identify('other', { plan: 'free' })], token)

  const { body } = await server.request('GET', `/api/projects/${id}/groups/?group_type_index=0`)
  const acme = body.results.find((group: { group_key: string }) => group.group_key === 'acme')
  expect(Object.keys(acme.group_properties).sort()).toEqual(names.slice(0, 1_000))
  expect(acme.group_properties['name 10000']).toBe(2)
  expect(await rejectedOf(id)).toMatchObject([
    { reason: 'too_many_properties', is_stored: true, count: 1_200 },
  ])
})

test('an event with too many types of groups belongs to groups of the first five', async () => {
  const { id, token } = await server.newProject()
  const names = numbered(100)
  await server.capture(
    Array.from({ length: 20 }, (_, i) => seen(Object.fromEntries(names.map((name) => [name, `key ${i}`])))),
    token,
  )
  const { body } = await server.request('GET', `/api/projects/${id}/groups_types/`)
  expect(body.map((type: { group_type: string }) => type.group_type)).toEqual(names.slice(0, 5))
  const groups = await server.request('GET', `/api/projects/${id}/groups/?group_type_index=4`)
  expect(groups.body.results).toHaveLength(20)
  expect(await rejectedOf(id)).toMatchObject([{ reason: 'group_type_limit', is_stored: true, count: 20 }])
})
