import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
let [paying, deleted] = [0, 0]

const cohort = async (properties: object) => {
  const filters = { properties: { type: 'AND', values: [properties] } }
  const { body } = await server.request('POST', '/api/projects/1/cohorts/', { name: 'Some', filters })
  return body.id
}

beforeAll(async () => {
  await server.capture([
    { event: 'paid', distinct_id: 'ada', properties: { $set: { plan: 'pro' } } },
    { event: 'paid', distinct_id: 'bob', properties: { $set: { plan: 'free' } } },
    { event: 'seen', distinct_id: 'cid', properties: { $set: { plan: 'pro' } } },
    // ada has two ids, and paid with the first one.
    { event: '$create_alias', distinct_id: 'ada', properties: { alias: 'ada-phone' } },
  ])
  paying = await cohort({
    ...{ type: 'behavioral', key: 'paid', event_type: 'events', value: 'performed_event' },
    ...{ time_value: 30, time_interval: 'day' },
  })
  deleted = await cohort({ type: 'person', key: 'plan', value: 'pro' })
  await server.request('PATCH', `/api/projects/1/cohorts/${deleted}/`, { deleted: true })
})

const list = (parameters: Record<string, unknown>) =>
  server.request(
    'GET',
    `/api/projects/1/persons/?${new URLSearchParams(
      Object.entries(parameters).map(([name, value]): [string, string] => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    )}`,
  )
const namesIn = (results: readonly { name: string }[]) => results.map(({ name }) => name).sort()
const among = (more: object = {}) => ({ type: 'cohort', key: 'id', value: paying, ...more })
const PRO = { type: 'person', key: 'plan', value: 'pro' }

test('a list of persons has the members of a cohort, with its count', async () => {
  const { body } = await list({ cohort: paying })
  expect([body.count, namesIn(body.results)]).toEqual([2, ['ada', 'bob']])
  const { body: both } = await list({ cohort: paying, properties: [PRO] })
  expect([both.count, namesIn(both.results)]).toEqual([1, ['ada']])
})

test.each<[string, () => object, string[]]>([
  ['the members', () => [among()], ['ada', 'bob']],
  ['all others', () => [among({ operator: 'not_in' })], ['cid']],
  ['members with a property', () => [among(), PRO], ['ada']],
  ['any of both', () => ({ type: 'OR', values: [among(), PRO] }), ['ada', 'bob', 'cid']],
])('a filter of %s, in a list and in a query', async (_what, properties, expected) => {
  const { body } = await list({ properties: properties() })
  expect(namesIn(body.results)).toEqual(expected)
  const asked = properties()
  const query = {
    kind: 'ActorsQuery',
    select: ['id'],
    properties: Array.isArray(asked) ? asked : [asked],
  }
  const { body: found } = await server.request('POST', '/api/projects/1/query/', { query })
  const { body: all } = await list({})
  const nameOf = (id: string) => all.results.find((one: { uuid: string }) => one.uuid === id)?.name
  expect(found.results.map(([id]: [string]) => nameOf(id)).sort()).toEqual(expected)
})

test('a page goes on with the same cohort', async () => {
  const { body } = await list({ cohort: paying, limit: 1 })
  expect(body.next).toContain(`cohort=${paying}`)
  const { body: second } = await server.request(
    'GET',
    new URL(body.next).pathname + new URL(body.next).search,
  )
  expect(namesIn([...body.results, ...second.results])).toEqual(['ada', 'bob'])
})

test('a cohort that the project does not have is refused by its place', async () => {
  for (const id of [9999, deleted]) {
    const refused = { type: 'validation_error', code: 'does_not_exist' }
    expect(await list({ cohort: id })).toMatchObject({ status: 400, body: { ...refused, attr: 'cohort' } })
    expect(await list({ properties: [among({ value: id })] })).toMatchObject({
      status: 400,
      body: { ...refused, attr: 'properties' },
    })
  }
  expect(await list({ cohort: 'some' })).toMatchObject({ status: 400, body: { attr: 'cohort' } })
})

test('a question asked again has the members of now', async () => {
  const query = { kind: 'ActorsQuery', select: ['person_display_name'], properties: [among()] }
  const count = async () => {
    const { body } = await server.request('POST', '/api/projects/1/query/', { query })
    return body.results.length
  }
  expect(await count()).toBe(2)
  await server.capture([{ event: 'paid', distinct_id: 'cid' }])
  expect(await count()).toBe(3)
})
