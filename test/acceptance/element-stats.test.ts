import { beforeAll, expect, test } from 'vitest'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const BUY =
  'span:nth-child="1"nth-of-type="1"text="Buy \\"now\\"";a.btn.p-1.5:attr__class="btn p-1.5"attr__href="/p"attr__id="buy"attr_id="buy"href="/p"nth-child="2"nth-of-type="1"'
const LEAVE = 'button:nth-child="1"nth-of-type="1"text="Leave"'
let project: TestProject
let path = ''

const click = (chain: string, day = '20', more: object = {}, event = '$autocapture') => ({
  event,
  distinct_id: 'ada',
  timestamp: `2026-11-${day}T08:00:00Z`,
  properties: { $elements_chain: chain, ...more },
})

beforeAll(async () => {
  project = await server.newProject()
  path = `/api/projects/${project.id}/elements/stats/`
  await server.capture(
    [
      click(BUY, '20', { plan: 'pro' }),
      click(BUY, '19'),
      click(LEAVE),
      click(LEAVE, '01', { plan: 'pro' }),
      click(LEAVE, '20', {}, '$rageclick'),
      click('', '20'),
      // Older SDKs send a click in this form.
      {
        event: '$autocapture',
        distinct_id: 'bob',
        timestamp: '2026-11-20T09:00:00Z',
        properties: {
          $elements: [{ tag_name: 'button', $el_text: 'Leave', nth_child: 1, nth_of_type: 1 }],
          internal: true,
        },
      },
      { event: 'clicked', distinct_id: 'ada', timestamp: '2026-11-20T08:00:00Z' },
    ],
    project.token,
  )
  await server.capture([click(BUY)], (await server.newProject()).token)
})

async function counts(query = ''): Promise<unknown[]> {
  const { status, body } = await server.request('GET', `${path}${query}`)
  expect([status, body.detail]).toEqual([200, undefined])
  return body.results.map(
    ({ type, count, elements }: { type: string; count: number; elements: { text: string }[] }) => [
      type,
      elements[0]?.text,
      count,
    ],
  )
}

test('the elements of captured clicks, with those around them, the most frequent first', async () => {
  const { body } = await server.request('GET', path)
  expect(body).toEqual({
    next: null,
    previous: null,
    results: [
      {
        count: 2,
        type: '$autocapture',
        hash: null,
        elements: [
          {
            order: 0,
            tag_name: 'button',
            text: 'Leave',
            href: null,
            attr_id: null,
            attr_class: null,
            nth_child: 1,
            nth_of_type: 1,
            attributes: {},
          },
        ],
      },
      {
        count: 2,
        type: '$autocapture',
        hash: null,
        elements: [
          expect.objectContaining({ order: 0, tag_name: 'span', text: 'Buy "now"' }),
          {
            order: 1,
            tag_name: 'a',
            text: null,
            href: '/p',
            attr_id: 'buy',
            attr_class: ['btn', 'p-1.5'],
            nth_child: 2,
            nth_of_type: 1,
            attributes: { attr__class: 'btn p-1.5', attr__href: '/p', attr__id: 'buy' },
          },
        ],
      },
    ],
  })
})

test('by event, date, property and page', async () => {
  const [leave, buy] = [
    ['$autocapture', 'Leave', 2],
    ['$autocapture', 'Buy "now"', 2],
  ]
  expect(await counts()).toEqual([leave, buy])
  expect(await counts('?include=$rageclick')).toEqual([['$rageclick', 'Leave', 1]])
  expect(await counts('?include=$autocapture&include=$rageclick')).toEqual([
    leave,
    buy,
    ['$rageclick', 'Leave', 1],
  ])
  expect(await counts('?date_from=-30d')).toEqual([['$autocapture', 'Leave', 3], buy])
  expect(await counts('?date_from=all&date_to=2026-11-19')).toEqual([
    ['$autocapture', 'Leave', 1],
    ['$autocapture', 'Buy "now"', 1],
  ])
  const pro = encodeURIComponent(JSON.stringify([{ key: 'plan', value: 'pro' }]))
  expect(await counts(`?properties=${pro}`)).toEqual([['$autocapture', 'Buy "now"', 1]])
  expect(await counts('?limit=1')).toEqual([leave])
  const { body } = await server.request('GET', `${path}?limit=1`)
  const next = new URL(body.next)
  expect((await server.request('GET', next.pathname + next.search)).body).toMatchObject({
    next: null,
    previous: expect.stringContaining('limit=1'),
    results: [{ count: 2, elements: [{ text: 'Buy "now"' }, { href: '/p' }] }],
  })
})

test('without the events of test accounts', async () => {
  const filters = [{ key: 'internal', value: 'is_not_set', operator: 'is_not_set', type: 'event' }]
  await server.request('PATCH', `/api/projects/${project.id}/`, { test_account_filters: filters })
  expect(await counts('?filter_test_accounts=true')).toEqual([
    ['$autocapture', 'Buy "now"', 2],
    ['$autocapture', 'Leave', 1],
  ])
})

test.each([
  ['include=$pageview', 'include'],
  ['date_from=yesterday', 'date_from'],
  ['date_from=2026-11-20&date_to=2026-11-01', 'date_to'],
  ['properties=[{}]', 'properties__0__key'],
  ['limit=0', 'limit'],
  ['dates=1', 'dates'],
])('%s is refused', async (query, attr) => {
  const { status, body } = await server.request('GET', `${path}?${query}`)
  expect([status, body.attr]).toEqual([400, attr])
})
