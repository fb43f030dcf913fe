import { beforeAll, describe, expect, test } from 'vitest'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()

const DAY = { date_from: '2026-11-20', date_to: '2026-11-20' }
const sent = (event: string, distinct_id: string, properties: object) => ({
  ...{ event, distinct_id, properties },
  timestamp: '2026-11-20T10:00:00Z',
})
const query = async ({ id }: TestProject, node: object) => {
  const { status, body } = await server.request('POST', `/api/projects/${id}/query/`, { query: node })
  return status === 200 ? body : { status, ...body }
}
const ask = (project: TestProject, statement: string) =>
  query(project, { kind: 'HogQLQuery', query: statement })
const rows = async (project: TestProject, statement: string) => {
  const body = await ask(project, statement)
  return body.results ?? body
}
const trend = async ({ id }: TestProject, question: object) => {
  const { body } = await server.request('POST', `/api/projects/${id}/insights/trend/`, {
    ...DAY,
    ...question,
  })
  return body.result?.[0]?.data[0] ?? body
}

test('medians and quantiles are interpolated in maths, expressions and statements alike', async () => {
  const project = await server.newProject('Medians')
  await server.capture(
    [9, 10, 25, 100].map((amount, i) => sent('paid', `u${i}`, { amount })),
    project.token,
  )
  const math = (series: object) => trend(project, { events: [{ id: 'paid', ...series }] })
  const expression = (math_hogql: string) => math({ math: 'hogql', math_hogql })
  const p90 = await math({ math: 'p90', math_property: 'amount' })
  expect(p90).toBeCloseTo(77.5, 10)
  expect([
    await math({ math: 'median', math_property: 'amount' }),
    await expression('median(properties.amount)'),
    await expression('quantile(0.9)(properties.amount)'),
    await rows(
      project,
      'select median(properties.amount), quantile(0.9)(properties.amount), medianExact(toFloat(properties.amount)) from events',
    ),
    await rows(project, 'select median(toFloat(properties.amount)) over () from events limit 1'),
  ]).toEqual([17.5, 17.5, p90, [[17.5, p90, 17.5]], [[17.5]]])
})

describe('times since 1970 as values of properties', () => {
  const SINCE: readonly (readonly [value: unknown, day: string])[] = [
    [-86_400 * 366, '1968-12-31'],
    ['-86400', '1969-12-31'],
    [0, '1970-01-01'],
    [978_307_199, '2000-12-31'],
    ['978307199', '2000-12-31'],
    [1_709_632_800, '2024-03-05'],
    ['1709632800.5', '2024-03-05'],
    [1_709_632_800_123, '2024-03-05'],
    ['1709632800123456', '2024-03-05'],
  ]

  test('compare with dates, before 1970 and after 2001 alike', async () => {
    const project = await server.newProject('Dates')
    const events = SINCE.map(([since], i) => sent('seen', `u${i}`, { since, i }))
    // Unix times never have this many digits.
    const none = ['170963280012', '17096328001'].map((since) => sent('seen', 'none', { since }))
    await server.capture([...events, ...none], project.token)
    const count = (operator: string, value: string, i?: number) =>
      trend(project, {
        events: [{ id: 'seen' }],
        properties: [
          { key: 'since', operator, value },
          ...(i === undefined ? [] : [{ key: 'i', operator: 'exact', value: i }]),
        ],
      })
    for (const [i, [, day]] of SINCE.entries())
      expect([i, await count('is_date_exact', day, i)]).toEqual([i, 1])
    expect([
      await count('is_date_before', '1970-01-01'),
      await count('is_date_after', '1969-12-31 12:00'),
      await count('is_date_before', '2001-01-01'),
      await count('is_date_after', '2024-03-05T10:00:00Z'),
      await count('is_date_after', '1900-01-01'),
    ]).toEqual([2, 7, 5, 3, 9])
  })
})

describe('a property whose definition is numeric is a number', () => {
  const ofPayments = async (name: string) => {
    const project = await server.newProject(name)
    await server.capture(
      [9, 10, 25, 100].map((amount, i) =>
        sent('paid', `u${i}`, {
          ...{ amount, price: amount === 9 ? 10 : 9, plan: i % 2 === 0 ? 'a' : 'b', $set: { ltv: amount } },
          ...{ $groups: { company: `c${i}` } },
        }),
      ),
      project.token,
    )
    await server.capture(
      [9, 10, 25, 100].map((seats, i) => ({
        ...sent('$groupidentify', `u${i}`, {}),
        properties: { $group_type: 'company', $group_key: `c${i}`, $group_set: { seats } },
      })),
      project.token,
    )
    return project
  }
  let project: TestProject
  beforeAll(async () => {
    project = await ofPayments('Payments')
  })

  test.each<[statement: string, expected: unknown[][]]>([
    [
      'select sum(properties.amount), max(properties.amount), min(properties.amount), max(properties.amount) - min(properties.amount) from events',
      [[144, 100, 9, 91]],
    ],
    [
      'select properties.amount from events where properties.amount is not null order by properties.amount desc',
      [[100], [25], [10], [9]],
    ],
    ['select properties.ltv from persons order by properties.ltv desc limit 2', [[100], [25]]],
    ['select properties.seats from groups order by properties.seats desc limit 2', [[100], [25]]],
    [
      'select max(person.properties.ltv), max(group_0.properties.seats), max(session.$session_duration) from events',
      [[100, 100, null]],
    ],
    [
      "select properties.amount, rank() over (order by properties.amount desc) as r from events where event = 'paid' order by r limit 2",
      [
        [100, 1],
        [25, 2],
      ],
    ],
    ['select count() from events where properties.amount > properties.price', [[3]]],
    ["select count() from events where properties.amount > '9.5' and properties.amount != 'free'", [[3]]],
    ["select count() from events where properties.amount in ('10.0', 25)", [[2]]],
    ['select count() from events where properties.amount in (select properties.ltv from persons)', [[4]]],
    // Numbers stay numbers through queries, groups, unions and choices.
    ['select max(a) from (select properties.amount as a from events)', [[100]]],
    [
      "select a from (select properties.amount as a from events where event = 'paid') order by a desc limit 2",
      [[100], [25]],
    ],
    [
      "select properties.amount, count() from events where event = 'paid' group by properties.amount order by properties.amount desc limit 2",
      [
        [100, 1],
        [25, 1],
      ],
    ],
    [
      "select distinct properties.amount as a from events where event = 'paid' order by a limit 3",
      [[9], [10], [25]],
    ],
    [
      "select properties.plan, max(properties.amount) as best from events where event = 'paid' group by 1 having best > 50",
      [['b', 100]],
    ],
    [
      "select greatest(properties.amount, properties.price), coalesce(properties.amount, 0), if(properties.amount > 20, properties.amount, 0) from events where event = 'paid' order by properties.amount",
      [
        [10, 9, 0],
        [10, 10, 0],
        [25, 25, 25],
        [100, 100, 100],
      ],
    ],
    [
      'select properties.amount from events where properties.amount = 9 union all select properties.price from events where properties.amount = 9',
      [[9], [10]],
    ],
    [
      "select properties.amount || '!', length(properties.amount) from events where properties.amount = 100",
      [['100!', 3]],
    ],
    ['select count() from events where properties.amount', [[4]]],
  ])('%s', async (statement, expected) => {
    expect(await rows(project, statement)).toEqual(expected)
  })

  test('in lists of events, persons and groups', async () => {
    const first = async (node: object) => (await query(project, node)).results?.[0]
    expect([
      await first({
        ...{
          kind: 'EventsQuery',
          select: ['properties.amount', 'person.properties.ltv'],
          event: 'paid',
          after: 'all',
        },
        orderBy: ['properties.amount DESC'],
      }),
      await first({ kind: 'ActorsQuery', select: ['properties.ltv'], orderBy: ['properties.ltv DESC'] }),
      await first({
        ...{ kind: 'GroupsQuery', group_type_index: 0, select: ['properties.seats'] },
        orderBy: ['properties.seats DESC'],
      }),
    ]).toEqual([[100, 100], [100], [100]])
  })

  test('in filters and maths of expressions', async () => {
    const filtered = (key: string) =>
      trend(project, { events: [{ id: 'paid' }], properties: [{ type: 'hogql', key }] })
    const math = (math_hogql: string) =>
      trend(project, { events: [{ id: 'paid', math: 'hogql', math_hogql }] })
    expect([
      await filtered('properties.amount > properties.price'),
      await filtered("properties.amount >= '10'"),
      await math('max(properties.amount) - min(properties.amount)'),
      await math('max(properties.amount)'),
      await math('max(person.properties.ltv)'),
    ]).toEqual([3, 3, 91, 100, 100])
    expect(await math('max(properties.plan)')).toMatchObject({
      code: 'invalid_input',
      attr: 'events__0__math_hogql',
    })
  })

  test('and is selected as it was sent', async () => {
    const mixed = await server.newProject('Sent')
    await server.capture(
      [5, 5.5, 12_345_678_901_234_568].map((n, i) => sent('e', `u${i}`, { i, n })),
      mixed.token,
    )
    const { results, types } = await ask(mixed, 'select properties.n from events order by properties.i')
    expect({ results, types }).toEqual({
      results: [[5], [5.5], ['12345678901234568']],
      types: [['n', 'Float64']],
    })
  })
})

test('a cached answer knows that a definition became numeric, or stopped being so', async () => {
  const project = await server.newProject('Definitions')
  const question = {
    events: [{ id: 'order', properties: [{ type: 'hogql', key: 'properties.paid > properties.price' }] }],
  }
  const answer = () => trend(project, question)
  await server.capture([sent('order', 'a', { paid: 9, price: 10 })], project.token)
  expect(await answer()).toBe(0)
  // This event is not an order. The values of the orders stay numbers, but the definitions of their
  // properties are no longer numeric.
  await server.capture([sent('other', 'a', { paid: 'nothing', price: 'free' })], project.token)
  expect(await answer()).toBe(1)
})
