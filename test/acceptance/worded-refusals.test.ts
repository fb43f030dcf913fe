import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../src/app/config.ts'
import { KEY, TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PROJECT = '/api/projects/1'
const TREND = `${PROJECT}/insights/trend/`

/** Sends a request like curl does. */
async function send(method: string, url: string, headers: Record<string, string> = {}, payload?: string) {
  const response = await server.app.server.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload !== undefined && { payload }),
  })
  return { status: response.statusCode, ...JSON.parse(response.body) }
}
const authorized = { authorization: `Bearer ${KEY}` }
const post = (path: string, body: unknown) => server.request('POST', `${PROJECT}/${path}`, body)
const trend = (fields: object) => post('insights/trend/', { events: [{ id: 'paid' }], ...fields })

test.each([['select 1'], [5], [null], [[]]])('a query that is no node: %j', async (query) => {
  expect((await post('query/', { query })).body).toMatchObject({
    detail: 'Expected a query node as an object, such as {"kind": "HogQLQuery", "query": "select 1"}.',
    attr: 'query',
  })
})

test.each([
  ['insights/retention/?filter_test_accounts=maybe', 'filter_test_accounts', 'Must be true or false.'],
  ['insights/retention/?explicit_date=7', 'explicit_date', 'Must be true or false.'],
  ['insights/retention/?cumulative=x', 'cumulative', 'Must be true or false.'],
  [
    'insights/path/?aggregation_group_type_index=account',
    'aggregation_group_type_index',
    'Expected the index of a group type: 1 to 4, or 0 for persons.',
  ],
  [
    'persons/retention/?breakdown_values=0',
    'breakdown_values',
    'Expected the index of a cohort in a list, such as [0].',
  ],
  [
    'elements/stats/?include=click',
    'include',
    'Use one or several of $autocapture, $rageclick, $dead_click.',
  ],
])('%s says what it expects', async (path, attr, detail) => {
  expect(await send('GET', `${PROJECT}/${path}`, authorized)).toMatchObject({ status: 400, attr, detail })
})

test.each([
  [
    'the id of a cohort',
    { properties: [{ key: 'id', type: 'cohort', value: true }] },
    'properties__0__value',
  ],
  ['the limit of a breakdown', { breakdown: 'plan', breakdown_limit: true }, 'breakdown_limit'],
  ['the page of a breakdown', { breakdown: 'plan', limit: true }, 'limit'],
  ['the index of a group type', { aggregation_group_type_index: true }, 'aggregation_group_type_index'],
  ['intervals to smooth over', { smoothing_intervals: true }, 'smoothing_intervals'],
])('a boolean is no number: %s', async (_name, fields, attr) => {
  expect(await trend(fields)).toMatchObject({ status: 400, body: { attr } })
})

test.each([[true], [[]], ['soon'], ['0x10'], ['-1'], [-0.5]])(
  '%j is no number of seconds',
  async (funnel_time_from) => {
    const events = [{ id: 'paid' }, { id: 'left', order: 1 }]
    const { status, body } = await post('persons/funnel/', { events, funnel_time_from })
    expect([status, body.attr, body.detail]).toEqual([
      400,
      'funnel_time_from',
      'Expected a number of seconds of at least 0, such as 90 or 0.5.',
    ])
  },
)

describe('credentials', () => {
  const body = '{"events":[{"id":"paid"}]}'
  const json = { 'content-type': 'application/json' }

  test.each([
    ['a key without Bearer', KEY],
    ['a key with another word', `Token ${KEY}`],
    ['an empty key', 'Bearer '],
  ])('%s', async (_name, authorization) => {
    expect(await send('POST', TREND, { ...json, authorization }, body)).toMatchObject({
      status: 401,
      code: 'authentication_failed',
      detail:
        'The Authorization header is not "Bearer" and a key. Send "Authorization: Bearer phx_...", with your personal API key.',
    })
  })

  test('the token of a project as a key', async () => {
    expect(await send('POST', TREND, { ...json, authorization: `Bearer ${TOKEN}` }, body)).toMatchObject({
      status: 401,
      code: 'authentication_failed',
      detail:
        'The Authorization header has the token of a project, phc_..., which only captures events. Send your personal API key, phx_....',
    })
  })

  test('a key as the token of a project', async () => {
    const event = { api_key: KEY, event: 'paid', distinct_id: 'ada' }
    expect(await send('POST', '/i/v0/e/', json, JSON.stringify(event))).toMatchObject({
      status: 401,
      detail: 'A personal API key cannot capture events: use the project token, phc_...',
    })
  })
})

test.each([
  [undefined, 'The request has no Content-Type. Send "Content-Type: application/json".'],
  [
    'application/x-www-form-urlencoded',
    'Unsupported media type "application/x-www-form-urlencoded" in request. Send "Content-Type: application/json".',
  ],
])('the content type %s', async (type, detail) => {
  const headers = { ...authorized, ...(type !== undefined && { 'content-type': type }) }
  expect(await send('POST', TREND, headers, '{"events":[{"id":"paid"}]}')).toMatchObject({
    status: 415,
    code: 'unsupported_media_type',
    detail,
  })
})

describe('a path that no call has', () => {
  test.each([
    ['POST', `${PROJECT}/insights/trends/`, `Did you mean "${PROJECT}/insights/trend"?`],
    ['POST', `${PROJECT}/insights/funnels`, `Did you mean "${PROJECT}/insights/funnel"?`],
    ['POST', `${PROJECT}/insights/correlate/`, 'GET /api/docs/ describes all calls.'],
    ['GET', '/api/project/1/insights/', 'Did you mean "/api/projects/1/insights"?'],
    ['GET', '/nowhere', 'GET /api/docs/ describes all calls.'],
  ])('%s %s', async (method, path, hint) => {
    expect(await send(method, path, authorized)).toMatchObject({
      status: 404,
      code: 'not_found',
      detail: `Not found: no call has the path "${path.replace(/\/$/, '')}". ${hint}`,
    })
  })

  test('an insight has other methods', async () => {
    expect(await send('POST', `${PROJECT}/insights/12/`, authorized)).toMatchObject({
      status: 405,
      detail: 'Method "POST" not allowed.',
    })
  })
})

test.each([
  ['"paid"', { events: 'paid' }, 'events', 'Expected a list such as [...], or its JSON text, not "paid".'],
  [
    'one event',
    { events: { id: 'paid' } },
    'events',
    'Expected a list such as [...], or its JSON text, not an object.',
  ],
  ['names', { events: ['paid'] }, 'events__0', 'Expected an object such as {"id": "signed up"}, not "paid".'],
  [
    'a display',
    { display: 'ActionLineGraph' },
    'display',
    'The display "ActionLineGraph" is not supported. Did you mean "ActionsLineGraph"? Supported here: ActionsLineGraph, ActionsLineGraphCumulative, ActionsAreaGraph, ActionsBar, ActionsStackedBar, ActionsUnstackedBar, Metric, BoxPlot, ActionsTable, ActionsPie, ActionsDonut, ActionsProportionBar, ActionsBarValue, WorldMap, BoldNumber.',
  ],
])('events or a display of %s', async (_name, fields, attr, detail) => {
  expect(await trend(fields)).toMatchObject({ status: 400, body: { attr, detail } })
})

test('a query of a mistyped kind', async () => {
  expect(await post('query/', { query: { kind: 'TrendQuery' } })).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_choice',
      attr: 'query__kind',
      detail: expect.stringMatching(
        /^The kind of query "TrendQuery" is not supported\. Did you mean "TrendsQuery"\? Supported here: /,
      ),
    },
  })
})

test.each([
  ['limit=abc', 'limit', 'A valid integer is required, such as 100: "abc" is not one.'],
  ['limt=5', 'limt', 'This call has no parameter "limt". Did you mean "limit"?'],
])('the parameter %s of a list', async (query, attr, detail) => {
  expect(await server.request('GET', `${PROJECT}/persons/?${query}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', attr, detail },
  })
})

test.each([
  ['PORT', 'abc', 'Expected a whole number from 0 to 65535, not "abc".'],
  ['PORT', '70000', 'Expected a whole number from 0 to 65535, not 70000.'],
  ['THROUGHLINE_QUERY_SECONDS', '1.5', 'Expected a whole number of at least 1, not "1.5".'],
])('the setting %s=%s', (name, value, sentence) => {
  expect(() => parseConfig({ [name]: value })).toThrow(sentence)
  expect(parseConfig({ PORT: ' 80 ' }).PORT).toBe(80)
})
