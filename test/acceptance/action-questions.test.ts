import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()

// The worked example of docs/actions.md.
const [, EXAMPLE = ''] = /```json\n([^`]*)```/.exec(readFileSync('docs/actions.md', 'utf8')) ?? []
const BUY = 'a.buy:attr__class="buy"nth-child="1"nth-of-type="1"'
const SPAN = 'span:nth-child="1"nth-of-type="1"'
const MAIN = 'main:nth-child="1"nth-of-type="1"'
const EVENTS: readonly [string, object, boolean][] = [
  [
    '$autocapture',
    { $elements_chain: `${SPAN};${BUY};${MAIN}`, $current_url: 'https://x.io/Shop?a=1' },
    true,
  ],
  ['$autocapture', { $elements_chain: `${BUY};div:;${MAIN}`, $current_url: 'https://x.io/shop' }, false],
  ['$autocapture', { $elements_chain: `${BUY};${MAIN}`, $current_url: 'https://x.io/about' }, false],
  ['purchase', { amount: 12 }, true],
  ['purchase', { amount: 0 }, false],
  ['purchase', {}, false],
]

let project: TestProject
let action = 0
const at = (path: string) => `/api/projects/${project.id}/${path}`
const answered = async (method: string, path: string, body?: object) => {
  const answer = await server.request(method, at(path), body)
  expect([answer.status < 300, answer.body.detail]).toEqual([true, undefined])
  return answer.body
}

beforeAll(async () => {
  project = await server.newProject()
  // Each event belongs to another person. Each person signs up first.
  await server.capture(
    EVENTS.flatMap(([event, properties], i) => [
      { event: 'signed up', distinct_id: `${i}`, timestamp: '2026-11-20T08:00:00Z' },
      { event, distinct_id: `${i}`, timestamp: '2026-11-20T09:00:00Z', properties },
    ]),
    project.token,
  )
  action = (await answered('POST', 'actions/', JSON.parse(EXAMPLE))).id
})

const IN_ACTION = EVENTS.filter(([, , isIn]) => isIn).length

test('a series counts the events of an action: the worked example of the page', async () => {
  const { result } = await answered('POST', 'insights/trend/', {
    events: [{ id: 'purchase', order: 1 }],
    actions: [{ id: action, order: 0 }],
  })
  expect(result.map((item: { label: string; count: number }) => [item.label, item.count])).toEqual([
    ['Bought', IN_ACTION],
    ['purchase', 3],
  ])
  expect(result[0].action).toMatchObject({ id: action, type: 'actions', name: 'Bought' })
  expect(result[0].filter).toMatchObject({
    events: [{ id: 'purchase' }],
    actions: [{ id: String(action) }],
  })
  const { results } = await answered('POST', 'query/', {
    query: {
      kind: 'TrendsQuery',
      series: [{ kind: 'ActionsNode', id: action, name: 'Renamed', math: 'dau' }],
    },
  })
  expect(results.map((item: { label: string; count: number }) => [item.label, item.count])).toEqual([
    ['Renamed', IN_ACTION],
  ])
})

test('an action is narrowed by the filters of its series, and of the question', async () => {
  const amount = { key: 'amount', value: 1, operator: 'gt' }
  const count = async (question: object) =>
    (await answered('POST', 'insights/trend/', question)).result[0].count
  expect(await count({ actions: [{ id: action, properties: [amount] }] })).toBe(1)
  expect(await count({ actions: [{ id: action }], properties: [amount] })).toBe(1)
})

test('a step of a funnel can be an action', async () => {
  const { result } = await answered('POST', 'insights/funnel/', {
    events: [{ id: 'signed up', order: 0 }],
    actions: [{ id: action, order: 1 }],
  })
  expect(
    result.map((step: Record<string, unknown>) => [step.action_id, step.type, step.name, step.count]),
  ).toEqual([
    ['signed up', 'events', 'signed up', EVENTS.length],
    [String(action), 'actions', 'Bought', IN_ACTION],
  ])
})

test('a lifecycle and a stickiness can be about an action', async () => {
  for (const kind of ['LifecycleQuery', 'StickinessQuery']) {
    const { results } = await answered('POST', 'query/', {
      query: { kind, series: [{ kind: 'ActionsNode', id: action }] },
    })
    const counts = results.map((item: { count: number }) => item.count)
    expect(Math.max(...counts)).toBe(IN_ACTION)
  }
})

test('a changed definition makes cached results out of date at once, and no others', async () => {
  const { id } = await answered('POST', 'actions/', { name: 'Any', steps: [{ event: 'purchase' }] })
  const ask = async (question: object) => {
    const { result, is_cached } = await answered('POST', 'insights/trend/', question)
    return [is_cached, result[0].label, result[0].count]
  }
  const ofAction = () => ask({ actions: [{ id }] })
  const ofEvent = () => ask({ events: [{ id: 'purchase' }] })
  expect([await ofAction(), await ofEvent()]).toEqual([
    [false, 'Any', 3],
    [false, 'purchase', 3],
  ])
  expect(await ofAction()).toEqual([true, 'Any', 3])
  await answered('PATCH', `actions/${id}/`, { steps: [{ event: 'signed up' }] })
  expect([await ofAction(), await ofEvent()]).toEqual([
    [false, 'Any', EVENTS.length],
    [true, 'purchase', 3],
  ])
  await answered('PATCH', `actions/${id}/`, { name: 'Entered' })
  expect(await ofAction()).toEqual([false, 'Entered', EVENTS.length])
  // Only the new definition of the action counts this event.
  const event = { event: 'signed up', distinct_id: 'new', timestamp: '2026-11-20T10:00:00Z' }
  await server.capture([event], project.token)
  expect(await ofAction()).toEqual([false, 'Entered', EVENTS.length + 1])
})

test('an action of another project, a deleted one and an unknown one count nothing', async () => {
  const foreign = await server.request('POST', '/api/projects/1/actions/', {
    name: 'Foreign',
    steps: [{ event: 'purchase' }],
  })
  const deleted = await answered('POST', 'actions/', { name: 'Deleted', steps: [{ event: 'purchase' }] })
  await answered('PATCH', `actions/${deleted.id}/`, { deleted: true })
  for (const id of [foreign.body.id, deleted.id, 987_654]) {
    const { result } = await answered('POST', 'insights/trend/', { actions: [{ id }] })
    expect(result.map((item: { label: string; count: number }) => [item.label, item.count])).toEqual([
      [`Action ${id}`, 0],
    ])
  }
  const { result } = await answered('POST', 'insights/trend/', {
    actions: [{ id: (await answered('POST', 'actions/', { name: 'Empty' })).id }],
  })
  expect(result[0].count).toBe(0)
})

test('an element filter counts the clicks inside an element, also of SDKs that send a list', async () => {
  const { id, token } = await server.newProject()
  const click = (properties: object) => ({ event: '$autocapture', distinct_id: 'a', properties })
  await server.capture(
    [
      click({
        $elements_chain:
          'span:nth-child="1"nth-of-type="1"text="Buy";a.btn:attr__class="btn"href="/p"nth-child="1"nth-of-type="1"',
      }),
      click({
        $elements: [{ tag_name: 'a', $el_text: 'Buy', classes: ['btn'], nth_child: 2, nth_of_type: 1 }],
      }),
      click({ $elements_chain: 'div:nth-child="1"nth-of-type="1"' }),
      click({}),
    ],
    token,
  )
  const count = async (key: string, operator: string, value?: unknown) => {
    const { status, body } = await server.request('POST', `/api/projects/${id}/insights/trend/`, {
      events: [{ id: '$autocapture' }],
      properties: [{ type: 'element', key, operator, value }],
    })
    return status === 200 ? body.result[0].count : [status, body.attr]
  }
  expect(await count('selector', 'exact', 'a.btn')).toBe(2)
  expect(await count('selector', 'exact', 'a.btn > span')).toBe(1)
  expect(await count('selector', 'is_not', 'a.btn')).toBe(2)
  expect(await count('text', 'exact', ['Buy', 'Sell'])).toBe(2)
  expect(await count('href', 'is_set')).toBe(1)
  expect(await count('tag_name', 'exact', 'div')).toBe(1)
  expect(await count('selector', 'icontains', 'a')).toEqual([400, 'properties__0__operator'])
  expect(await count('color', 'exact', 'red')).toEqual([400, 'properties__0__key'])
})
