import { expect, test } from 'vitest'
import { MAX_NAME_CHARACTERS } from '../../src/contract/limits.ts'
import { MAX_KEY_CHARACTERS } from '../../src/metadata/groups/group-key.ts'
import { seededRandom } from '../fixtures/seeded-random.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const random = seededRandom(2_704)

/**
 * Returns a text of characters that take three bytes each, and that no compression makes shorter. PostgreSQL
 * refuses an entry of an index of more than 2,704 bytes.
 */
const longText = (characters: number) =>
  String.fromCodePoint(...Array.from({ length: characters }, () => random.between(0x4e00, 0x9fff)))

test('the longest names are stored and found', async () => {
  const [event, property, id, other, type] = Array.from({ length: 5 }, () => longText(MAX_NAME_CHARACTERS))
  const key = longText(MAX_KEY_CHARACTERS)
  await server.capture([
    { event, distinct_id: id, properties: { [String(property)]: 1, $groups: { [String(type)]: key } } },
    { event: '$identify', distinct_id: id, properties: { $anon_distinct_id: other } },
    {
      event: '$groupidentify',
      distinct_id: id,
      properties: { $group_type: type, $group_key: key, $group_set: { [String(property)]: key } },
    },
  ])
  const get = async (path: string) => (await server.request('GET', `/api/projects/1/${path}`)).body
  const found = async (path: string) => (await get(path)).results.map(({ name }: { name: string }) => name)
  expect(await found('event_definitions/')).toContain(event)
  expect(await found('property_definitions/')).toContain(property)
  const persons = await get(`persons/?distinct_id=${encodeURIComponent(String(other))}`)
  expect(persons.results.map((one: { distinct_ids: string[] }) => one.distinct_ids.sort())).toEqual([
    [id, other].sort(),
  ])
  const groups = await get('groups/?group_type_index=0')
  expect(groups.results).toMatchObject([{ group_key: key, group_properties: { [String(property)]: key } }])
})

test('an insight and a dashboard have the longest tags', async () => {
  const tags = Array.from({ length: 50 }, () => longText(255)).sort()
  for (const path of ['insights', 'dashboards']) {
    const { status, body } = await server.request('POST', `/api/projects/1/${path}/`, { name: 'Long', tags })
    expect([status, body.tags.sort()]).toEqual([201, tags])
  }
})
