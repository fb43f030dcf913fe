import { beforeAll, expect, test } from 'vitest'
import { TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()

/**
 * Two projects with persons of the same distinct ids and numbers. In the second project, two of the persons
 * have paid.
 */
const own = { id: 1, token: TOKEN }
const other = { id: 0, token: '' }
const cohorts = { defined: 0, filled: 0 }

const event = (name: string, distinct_id: string) => ({
  event: name,
  distinct_id,
  timestamp: new Date(server.nowMs).toISOString(),
  properties: { $set: { plan: 'pro' } },
})
const paid = {
  type: 'behavioral',
  key: 'paid',
  value: 'performed_event',
  time_value: 7,
  time_interval: 'day',
}
const definedBy = (...values: object[]) => ({ filters: { properties: { type: 'AND', values } } })
const cohortsOf = (projectId: number) => `/api/projects/${projectId}/cohorts/`

beforeAll(async () => {
  Object.assign(other, await server.newProject('Another'))
  for (const { token } of [own, other])
    await server.capture(
      ['ada', 'bob', 'cid'].map((id) => event('joined', id)),
      token,
    )
  await server.capture(
    ['ada', 'bob'].map((id) => event('paid', id)),
    other.token,
  )
  const create = async (body: object) =>
    (await server.request('POST', cohortsOf(other.id), { name: 'secret', ...body })).body.id
  cohorts.defined = await create(definedBy(paid))
  cohorts.filled = await create({ csv: 'ada\nbob\n' })
})

test('a cohort of another project has the same responses as one that does not exist', async () => {
  const [member] = (await server.request('GET', `${cohortsOf(other.id)}${cohorts.filled}/persons/`)).body
    .results
  const requests = [
    ['GET', ''],
    ['GET', 'persons/'],
    ['PATCH', '', { name: 'mine' }],
    ['PUT', '', { deleted: true }],
    ['PATCH', '', { csv: 'cid\n' }],
    ['PATCH', 'add_persons_to_static_cohort/', { distinct_ids: ['cid'] }],
    ['PATCH', 'remove_person_from_static_cohort/', { person_id: member.id }],
  ] as const
  for (const id of Object.values(cohorts))
    for (const [method, path, body] of requests) {
      const foreign = await server.request(method, `${cohortsOf(own.id)}${id}/${path}`, body)
      const unknown = await server.request(method, `${cohortsOf(own.id)}987654/${path}`, body)
      expect([method, path, foreign.status, foreign.body]).toEqual([method, path, 404, unknown.body])
    }
  expect((await server.request('GET', cohortsOf(own.id))).body).toMatchObject({ count: 0, results: [] })
  for (const id of Object.values(cohorts)) {
    const { body } = await server.request('GET', `${cohortsOf(other.id)}${id}/`)
    expect(body).toMatchObject({ name: 'secret', deleted: false, count: 2 })
  }
})

test('a filter on a cohort of another project matches nobody, and a cohort cannot name it', async () => {
  for (const id of Object.values(cohorts)) {
    const leaf = { type: 'cohort', key: 'id', value: id }
    const question = { events: [{ id: 'joined', math: 'dau' }], properties: [leaf] }
    const { body } = await server.request('POST', `/api/projects/${own.id}/insights/trend/`, question)
    expect(body.result[0].count).toBe(0)
    const created = await server.request('POST', cohortsOf(own.id), definedBy(leaf))
    expect([created.status, created.body.code]).toEqual([400, 'does_not_exist'])
  }
})

test('a cohort cannot count the events of an action of another project', async () => {
  const action = { name: 'secret', steps: [{ event: 'joined' }] }
  const { body } = await server.request('POST', `/api/projects/${other.id}/actions/`, action)
  const ofAction = definedBy({ ...paid, key: body.id, event_type: 'actions' })
  const foreign = await server.request('POST', cohortsOf(own.id), ofAction)
  expect([foreign.status, foreign.body.code]).toEqual([400, 'does_not_exist'])
  const older = await server.request('POST', cohortsOf(own.id), { groups: [{ action_id: body.id, days: 7 }] })
  expect([older.status, older.body.code]).toEqual([400, 'does_not_exist'])
  expect((await server.request('POST', cohortsOf(other.id), ofAction)).body.count).toBe(3)
})

test('the same definition has the members of its own project', async () => {
  const { body } = await server.request('POST', cohortsOf(own.id), definedBy(paid))
  expect(body.count).toBe(0)
  const others = await server.request('POST', cohortsOf(own.id), definedBy({ ...paid, negation: true }))
  expect(others.body.count).toBe(3)
})

test('persons of another project cannot be added, and a member of the same number is not one of its own', async () => {
  const persons = (await server.request('GET', `/api/projects/${other.id}/persons/`)).body.results
  const { body: cohort } = await server.request('POST', cohortsOf(own.id), { name: 'Own', is_static: true })
  const path = `${cohortsOf(own.id)}${cohort.id}/add_persons_to_static_cohort/`
  const person_ids = persons.map((person: { id: string }) => person.id)
  const { body } = await server.request('PATCH', path, { person_ids })
  expect(body).toMatchObject({ count: 0, added: { known: 0, unknown_count: 3 } })
  await server.request('PATCH', path, { distinct_ids: ['cid'] })
  const question = {
    events: [{ id: 'joined', math: 'dau' }],
    properties: [{ type: 'cohort', key: 'id', value: cohorts.filled }],
  }
  const trend = await server.request('POST', `/api/projects/${other.id}/insights/trend/`, question)
  expect(trend.body.result[0].count).toBe(2)
})
