import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
let projectId = 0

/** Four payments of two persons. The amounts are numbers whose order differs from that of their texts. */
beforeAll(async () => {
  const project = await server.newProject('Payments')
  projectId = project.id
  const paid = (distinct_id: string, hour: number, properties: object) => ({
    ...{ event: 'paid', distinct_id, properties },
    timestamp: `2026-11-18T${hour}:00:00Z`,
  })
  await server.capture(
    [
      paid('ada', 10, { plan: 'pro', amount: 9, weight: 1 }),
      paid('ada', 11, { plan: 'free', amount: 100, weight: 3 }),
      paid('ada', 12, { amount: 25, weight: 2 }),
      paid('bob', 12, { plan: 'pro', amount: 10, weight: 2 }),
    ],
    project.token,
  )
})

const ask = (query: string) =>
  server.request('POST', `/api/projects/${projectId}/query/`, { query: { kind: 'HogQLQuery', query } })
const answerOf = async (query: string) => {
  const { status, body } = await ask(query)
  return status === 200 ? body : { status, ...body }
}
const rows = async (query: string) => {
  const body = await answerOf(query)
  return body.results ?? body
}

describe('aggregates of all rows', () => {
  test.each<[expression: string, value: unknown, type: string]>([
    ['any(properties.plan)', 'free', 'String'],
    ['any(properties.amount)', 9, 'Float64'],
    ["anyIf(properties.plan, properties.plan != 'free')", 'pro', 'String'],
    ['anyLast(properties.plan)', 'pro', 'String'],
    ['anyLastIf(properties.amount, properties.amount < 50)', 25, 'Float64'],
    ['any(properties.amount > 50)', false, 'Bool'],
    ['any(properties.missing)', null, 'String'],
    // The amounts are compared as numbers. If they were compared as texts, 9 would be the greatest and 10 the
    // least.
    ['argMax(properties.plan, properties.amount)', 'free', 'String'],
    ['argMin(properties.plan, properties.amount)', 'pro', 'String'],
    ['argMax(properties.amount, timestamp)', 25, 'Float64'],
    ['argMin(properties.amount, timestamp)', 9, 'Float64'],
    ['argMax(timestamp, properties.amount)', '2026-11-18T11:00:00Z', "DateTime64(3, 'UTC')"],
    ['argMax(toDate(timestamp), 1)', '2026-11-18', 'Date'],
    ['argMax(distinct_id, timestamp)', 'bob', 'String'],
    ['argMaxIf(properties.amount, timestamp, properties.amount < 20)', 10, 'Float64'],
    ['argMinIf(properties.amount, timestamp, properties.amount > 20)', 100, 'Float64'],
    // The last event has no plan, and rows without a value are left out.
    ["argMaxIf(properties.plan, timestamp, distinct_id = 'ada')", 'free', 'String'],
    ['argMax(properties.plan, properties.missing)', null, 'String'],
    ['argMax(properties.amount > 50, properties.amount)', true, 'Bool'],
    ['groupArray(properties.amount)', [9, 10, 25, 100], 'Array(Float64)'],
    ['groupArray(2)(properties.amount)', [9, 10], 'Array(Float64)'],
    ['groupArray(properties.plan)', ['free', 'pro', 'pro'], 'Array(String)'],
    ['groupArrayIf(properties.amount, properties.amount > 20)', [25, 100], 'Array(Float64)'],
    ['groupArrayIf(1)(properties.amount, properties.amount > 20)', [25], 'Array(Float64)'],
    ['groupArray(properties.missing)', [], 'Array(String)'],
    ['groupArray(toDate(timestamp))[1]', '2026-11-18', 'Date'],
    ['groupUniqArray(properties.plan)', ['free', 'pro'], 'Array(String)'],
    ['groupUniqArray(1)(properties.plan)', ['free'], 'Array(String)'],
    ["groupUniqArrayIf(properties.plan, properties.plan != 'free')", ['pro'], 'Array(String)'],
    ['arraySum(groupArray(properties.amount))', 144, 'Float64'],
    ['countDistinct(properties.plan)', 2, 'Float64'],
    ['countDistinctIf(distinct_id, properties.amount > 20)', 1, 'Float64'],
    ['medianIf(properties.amount, properties.amount < 100)', 10, 'Float64'],
    ['quantileIf(0.5)(properties.amount, properties.amount > 9)', 25, 'Float64'],
    ['round(stddevPop(properties.amount), 6)', 37.489999, 'Float64'],
    ['round(stddevPopIf(properties.amount, properties.amount < 20), 6)', 0.5, 'Float64'],
    ['round(stddevSamp(properties.amount), 6)', 43.289722, 'Float64'],
    ['stddevSampIf(properties.amount, properties.amount = 9)', null, 'Float64'],
    ['stddevSampIf(properties.amount, properties.amount in (9, 25))', 11.313708498984761, 'Float64'],
    ['varPop(properties.amount)', 1405.5, 'Float64'],
    ['varPopIf(properties.amount, properties.amount < 20)', 0.25, 'Float64'],
    ['round(varSamp(properties.amount), 6)', 1874, 'Float64'],
    ['varSampIf(properties.amount, properties.amount < 20)', 0.5, 'Float64'],
    ['covarPop(properties.amount, properties.weight)', 22.75, 'Float64'],
    ['round(covarSamp(properties.amount, properties.weight), 6)', 30.333333, 'Float64'],
    ['corr(properties.weight, properties.weight)', 1, 'Float64'],
    ['avgWeighted(properties.amount, properties.weight)', 47.375, 'Float64'],
    [
      "windowFunnel(3600)(timestamp, properties.plan = 'pro', properties.plan = 'free', properties.amount = 25)",
      2,
      'Float64',
    ],
    [
      "windowFunnel(7200)(timestamp, properties.plan = 'pro', properties.plan = 'free', properties.amount = 25)",
      3,
      'Float64',
    ],
    [
      "windowFunnel(7200, 'strict_order')(timestamp, properties.amount = 9, properties.amount = 25)",
      1,
      'Float64',
    ],
    ['windowFunnel(90)(properties.amount, properties.amount = 10, properties.amount = 100)', 2, 'Float64'],
    ['windowFunnel(89)(properties.amount, properties.amount = 10, properties.amount = 100)', 1, 'Float64'],
    ['windowFunnel(10)(timestamp, false)', 0, 'Float64'],
  ])('%s', async (expression, value, type) => {
    const { results, types, detail } = await answerOf(`select ${expression} as a from events`)
    expect({ value: results?.[0]?.[0], type: types?.[0]?.[1], detail }).toEqual({ value, type })
  })
})

test('of rows with the same key argMax has the largest value and argMin the smallest', async () => {
  const tied =
    'select argMax(properties.amount, toDate(timestamp)), argMin(properties.amount, toDate(timestamp)) from events'
  expect(await rows(tied)).toEqual([[100, 9]])
})

test('an array keeps the order of a query in FROM and that of a window', async () => {
  const inOrder = 'select timestamp, properties.amount as amount from events order by timestamp desc, amount'
  expect(await rows(`select groupArray(amount), groupArray(2)(amount) from (${inOrder})`)).toEqual([
    [
      [10, 25, 100, 9],
      [10, 25],
    ],
  ])
  expect(
    await rows(
      'select groupArray(properties.amount) over (partition by distinct_id order by timestamp) from events order by timestamp, distinct_id',
    ),
  ).toEqual([[[9]], [[9, 100]], [[9, 100, 25]], [[10]]])
})

test('a series can be computed with them', async () => {
  const value = async (math_hogql: string) => {
    const { body } = await server.request('POST', `/api/projects/${projectId}/insights/trend/`, {
      events: [{ id: 'paid', math: 'hogql', math_hogql }],
      date_from: '2026-11-18',
      display: 'BoldNumber',
    })
    return body.result?.[0]?.aggregated_value ?? body.detail
  }
  expect(await value('argMax(properties.amount, timestamp)')).toBe(25)
  expect(await value('varPopIf(properties.amount, properties.amount < 20)')).toBe(0.25)
  expect(await value('arrayMax(groupArray(properties.amount)) - any(properties.amount)')).toBe(91)
})

test('aggregates of persons are ids', async () => {
  const [[id, ids, [first]]] = await rows(
    "select argMax(person_id, timestamp), groupUniqArray(person_id), groupArray(person_id) from events where distinct_id = 'bob'",
  )
  expect(ids).toEqual([id])
  expect(first).toBe(id)
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
})

test('an array of more than 10,000 elements is refused, and a part of it is given', async () => {
  const names = Array.from({ length: 7 }, (_, i) => `e${i}`)
  const from = names.map((name) => `events ${name}`).join(', ')
  const value = names.map((name) => `${name}.uuid`).join(' || ')
  const joined = `(select ${value} as path from ${from}) q`
  expect(await rows(`select count(), uniq(path) from ${joined}`)).toEqual([[4 ** 7, 4 ** 7]])
  for (const name of ['groupArray', 'groupUniqArray'])
    expect(await answerOf(`select length(${name}(path)) from ${joined}`)).toMatchObject({
      status: 400,
      code: 'query_too_large',
      detail: expect.stringContaining('10,000 elements'),
    })
  expect(await rows(`select length(groupArray(10000)(path)) from ${joined}`)).toEqual([[10_000]])
})

describe('refused', () => {
  test.each([
    ['select groupArray(10001)(event) from events', 'needs a literal whole number from 1 to 10000'],
    ['select groupArray([1]) from events', 'has an array, but a single value is expected'],
    [
      "select windowFunnel(10, 'strict')(timestamp, true) from events",
      'needs one of default, strict_deduplication',
    ],
    ['select windowFunnel(timestamp, true) from events', 'calls windowFunnel with 2 arguments'],
    ['select argMax(event) from events', 'calls argMax with 1 arguments'],
  ])('%s', async (query, detail) => {
    const { status, body } = await ask(query)
    expect({ status, ...body }).toMatchObject({ status: 400, detail: expect.stringContaining(detail) })
  })
})
