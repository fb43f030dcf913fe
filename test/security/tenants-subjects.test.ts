import { beforeAll, expect, test } from 'vitest'
import { TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()

/**
 * Two projects with the same distinct ids, group keys and sessions. The secret is only in the second
 * project.
 */
const own = { id: 1, token: TOKEN }
const other = { id: 0, token: '' }
const UUID = '0190a1b2-c3d4-7000-8000-00000000000b'
const pathOf = (projectId: number) => `/api/projects/${projectId}/`

beforeAll(async () => {
  Object.assign(other, await server.newProject('Another'))
  for (const { token } of [own, other]) {
    const isOther = token === other.token
    const secret = isOther ? { secret: 'yes' } : {}
    const timestamp = new Date(server.nowMs).toISOString()
    const event = (name: string, properties: object, more: object = {}) => ({
      ...{ event: name, distinct_id: 'ada', timestamp },
      properties: { $groups: { company: 'acme' }, $session_id: 's1', ...properties },
      ...more,
    })
    const group = (key: string, properties: object) => ({
      ...{ event: '$groupidentify', distinct_id: 'ada' },
      properties: { $group_type: 'company', $group_key: key, $group_set: properties },
    })
    const url = isOther ? 'https://secret.example/' : 'https://own.example/'
    await server.capture(
      [
        event('seen', {
          $set: secret,
          $elements_chain: isOther ? 'a.secret:text="Secret"' : 'a.own:text="Own"',
        }),
        event('$pageview', { $current_url: url }, isOther ? { uuid: UUID } : {}),
        group('acme', secret),
        ...(isOther ? [group('umbrella', secret), event('secret event', { secretly: 1 })] : []),
      ],
      token,
    )
  }
})

const get = (projectId: number, path: string) => server.request('GET', `${pathOf(projectId)}${path}`)
async function seen(projectId: number, question: object): Promise<number> {
  const events = [{ id: 'seen' }]
  const { status, body } = await server.request('POST', `${pathOf(projectId)}insights/trend/`, {
    events,
    ...question,
  })
  expect([status, body.detail]).toEqual([200, undefined])
  return body.result[0].count
}

test('a group of another project is not found by its key, and is in no list', async () => {
  const find = (key: string) => `groups/find/?group_type_index=0&group_key=${key}`
  const [foreign, unknown] = [await get(own.id, find('umbrella')), await get(own.id, find('nobody'))]
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
  expect((await get(other.id, find('umbrella'))).status).toBe(200)
  expect((await get(own.id, find('acme'))).body.group_properties).toEqual({})
  for (const search of ['', '&search=umbrella', '&search=yes']) {
    const { body } = await get(own.id, `groups/?group_type_index=0${search}`)
    expect(body.results.map((one: { group_key: string }) => one.group_key)).toEqual(
      search === '' ? ['acme'] : [],
    )
  }
  const { body: definitions } = await get(own.id, 'groups/property_definitions/')
  expect(JSON.stringify(definitions)).not.toContain('secret')
  const { body: values } = await get(own.id, 'groups/property_values/?group_type_index=0&key=secret')
  expect(values.group_properties).toEqual({ secret: [] })
})

test('a person and an event of another project are not found by their ids', async () => {
  const [person] = (await get(other.id, 'persons/')).body.results
  for (const path of [`persons/${person.id}/`, `persons/${person.uuid}/`, `events/${UUID}/`]) {
    const [place = ''] = path.split('/')
    const unknown = await get(own.id, `${place}/0190a1b2-c3d4-7000-8000-0000000000ff/`)
    const foreign = await get(own.id, path)
    expect([path, foreign.status, foreign.body]).toEqual([path, 404, unknown.body])
    expect((await get(other.id, path)).status).toBe(200)
  }
  expect((await get(own.id, `events/?person_id=${person.uuid}`)).body.results).toEqual([])
})

test('the values that pickers list are those of the own project', async () => {
  for (const [path, ofOther] of [
    ['events/values/?key=secretly', ['1']],
    ['events/values/?key=$current_url', ['https://secret.example/']],
    ['persons/values/?key=secret', ['yes']],
    ['sessions/values/?key=$entry_hostname', ['secret.example']],
  ] as const) {
    const namesOf = async (id: number) => (await get(id, path)).body.map((one: { name: string }) => one.name)
    expect(await namesOf(other.id)).toEqual(ofOther)
    expect(await namesOf(own.id)).toEqual(
      ofOther[0]?.startsWith('https')
        ? ['https://own.example/']
        : path.startsWith('sessions')
          ? ['own.example']
          : [],
    )
  }
  for (const path of ['event_definitions/', 'property_definitions/'])
    expect(JSON.stringify((await get(own.id, path)).body)).not.toContain('secret')
})

test.each([
  { key: 'secret', value: 'yes', type: 'person' },
  { key: 'secret', value: 'yes', type: 'group', group_type_index: 0 },
  { key: '$entry_hostname', value: 'secret.example', type: 'session' },
  { key: 'selector', value: 'a.secret', type: 'element' },
  { key: "person.properties.secret = 'yes'", type: 'hogql' },
  { key: "group_0.properties.secret = 'yes'", type: 'hogql' },
  { key: "session.$entry_hostname = 'secret.example'", type: 'hogql' },
])('a filter counts with the subjects of the own project: %j', async (filter) => {
  expect(await seen(other.id, { properties: [filter] })).toBe(1)
  expect(await seen(own.id, { properties: [filter] })).toBe(0)
})

test('an action of another project counts nothing, wherever a question names its id', async () => {
  const action = { name: 'secret', steps: [{ event: 'seen' }] }
  const { body } = await server.request('POST', `${pathOf(other.id)}actions/`, action)
  const question = { events: [], actions: [{ id: body.id, type: 'actions' }] }
  expect(await seen(other.id, question)).toBe(1)
  expect(await seen(own.id, question)).toBe(0)
  const trend = await server.request('POST', `${pathOf(own.id)}insights/trend/`, question)
  expect(JSON.stringify(trend.body)).not.toContain('secret')
})
