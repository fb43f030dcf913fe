import { beforeAll, expect, test } from 'vitest'
import { KEY, TOKEN, useApp } from '../fixtures/use-app.ts'
import { registeredRoutes } from '../security/registered-routes.ts'

const server = useApp()

const DIGITS = '12345678901234567890'
const UUID = '01932d8e-7d3a-7000-8000-0123456789ab'
/** Values of path parameters and of required parameters. The ids belong to objects that the test creates. */
const idOf: Record<string, string> = { events: UUID }
const SEARCH: Readonly<Record<string, string>> = {
  'sessions/values': '?key=$channel_type',
  groups: '?group_type_index=0',
  find: '?group_type_index=0&group_key=acme',
  property_values: '?group_type_index=0&key=account',
  values: '?key=account',
  trend: '?events=[{"id":"paid"}]',
  funnel: '?events=[{"id":"paid"},{"id":"paid","order":1}]',
  'persons/trends': '?events=[{"id":"paid"}]',
  'persons/funnel': '?events=[{"id":"paid"},{"id":"paid","order":1}]&funnel_step=1',
  'funnel/explain':
    '?events=[{"id":"paid"},{"id":"paid","order":1}]&funnel_aggregate_by_hogql=event&actor=paid',
  'persons/path': '?path_start_key=1_paid',
  'funnel/correlation': '?events=[{"id":"paid"},{"id":"paid","order":1}]',
  'persons/correlation':
    '?events=[{"id":"paid"},{"id":"paid","order":1}]&funnel_correlation_person_converted=true&funnel_correlation_person_entity=left',
  'persons/stickiness': '?events=[{"id":"paid"}]&stickiness_days=1',
  'persons/retention': '?breakdown_values=[0]',
  'persons/lifecycle':
    '?events=[{"id":"paid"}]&lifecycle_type=new&target_date=2026-11-20&date_from=2026-11-20&date_to=2026-11-20',
}

beforeAll(async () => {
  const properties = `"account": ${DIGITS}, "list": [{"deep": -${DIGITS}}]`
  const events = [
    `{"event": "paid", "distinct_id": "ada", "uuid": "${UUID}", "properties": {${properties}, "$groups": {"company": "acme"}, "$set": {${properties}}}}`,
    `{"event": "$groupidentify", "distinct_id": "ada", "properties": {"$group_type": "company", "$group_key": "acme", "$group_set": {${properties}}}}`,
    `{"event": "dropped", "properties": {${properties}}}`,
  ]
  await server.request('POST', '/batch/', `{"api_key": "${TOKEN}", "batch": [${events}]}`, null)
  const question = { events: [{ id: 'paid', properties: { account: DIGITS } }] }
  const insight = await server.request('POST', '/api/projects/1/insights/', { filters: question })
  idOf.insights = String(insight.body.id)
  idOf.organizations = '@current'
  idOf.personal_api_keys = '@current'
  idOf.dashboards = (await server.request('POST', '/api/projects/1/dashboards/', { name: 'All' })).body.id
  const ask = { query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'paid' }] } }
  for (const refresh of ['blocking', 'force_async']) {
    const { body } = await server.request('POST', '/api/projects/1/query/', { ...ask, refresh })
    idOf.query = body.query_status?.id
  }
  idOf.actions = (await server.request('POST', '/api/projects/1/actions/', { name: 'Paid' })).body.id
  idOf.annotations = (await server.request('POST', '/api/projects/1/annotations/', { content: 'a' })).body.id
  idOf.deletions = (
    await server.request('POST', '/api/projects/1/deletions/', { event: 'never sent' })
  ).body.id
  idOf.cohorts = (
    await server.request('POST', '/api/projects/1/cohorts/', { name: 'Staff', is_static: true })
  ).body.id
  for (const list of ['persons', 'event_definitions', 'property_definitions'])
    idOf[list] = (await server.request('GET', `/api/projects/1/${list}/`)).body.results[0].id
})

const get = (url: string) =>
  server.app.server.inject({ method: 'GET', url, headers: { authorization: `Bearer ${KEY}` } })

/**
 * Returns every address that can be read with a key, except the web page of the interface, which is not JSON.
 */
function readable(): string[] {
  const paths = registeredRoutes(server.app.server).flatMap(({ method, path }) =>
    method === 'GET' && /^\/api\/(?!docs)/.test(path) && !/:token|remote_config/.test(path) ? [path] : [],
  )
  return paths.map((path) => {
    const [, list = '', noun = ''] = /([a-z_]+)\/:id(?:$|\/)/.exec(path) ?? []
    const url = path
      .replace(':project_id', '1')
      .replace(':organization_id', '@current')
      .replace(':uuid', '@me')
      .replace(':query_id', idOf.query ?? '')
      .replace(':id', idOf[list] ?? noun)
    // The older addresses of people take the same parameters as the newer ones.
    const newer = path.replace(/^\/api\/(?:.*\/persons|person)\/(?:funnel\/(?=correlation))?/, 'persons/')
    const last = (parts: number) => newer.split('/').slice(-parts).join('/')
    return `${url}/${SEARCH[last(2)] ?? SEARCH[last(1)] ?? ''}`
  })
}

test('every response has its content type', async () => {
  const urls = readable()
  expect(urls.length).toBeGreaterThan(30)
  for (const url of urls) {
    const { statusCode, headers } = await get(url)
    const type = url.endsWith('/metrics/') ? 'text/plain; version=0.0.4' : 'application/json'
    expect([url, statusCode, headers['content-type']]).toEqual([url, 200, `${type}; charset=utf-8`])
  }
  for (const url of ['/_health', `/array/${TOKEN}/config`, '/flags/', '/decide/'])
    expect([url, (await get(url)).headers['content-type']]).toEqual([url, 'application/json; charset=utf-8'])
})

test('an integer that a double cannot hold is returned with all of its digits or not at all', async () => {
  const showing = []
  for (const url of readable()) {
    const { body } = await get(url)
    // The server marks an integer that a double cannot hold with this text. No answer may have the mark.
    expect([url, body.includes('integer:')]).toEqual([url, false])
    expect([url, /1234567890123456\d*e|12345678901234567000/.test(body)]).toEqual([url, false])
    if (body.includes(`"account":${DIGITS}`)) showing.push(url.replace(/\?.*/, ''))
  }
  for (const path of ['persons/', `persons/${idOf.persons}/`, 'events/', `events/${UUID}/`])
    expect(showing).toContain(`/api/projects/1/${path}`)
  for (const path of ['groups/', 'groups/find/', 'ingestion/'])
    expect(showing).toContain(`/api/projects/1/${path}`)
})

test('a search of groups keeps the digits too', async () => {
  const { body } = await get('/api/projects/1/groups/?group_type_index=0&search=acme')
  expect(body).toContain(`"account":${DIGITS},"list":[{"deep":-1.2345678901234567e+19}]`)
})
