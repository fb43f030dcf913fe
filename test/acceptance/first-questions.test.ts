import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const at = (time: string) => `2026-11-${time}Z`

test('events are in the next trend and funnel', async () => {
  await server.capture([
    { event: 'signed up', distinct_id: 'ada', timestamp: at('18T10:00:00') },
    { event: 'signed up', distinct_id: 'bob', timestamp: at('18T11:00:00') },
    { event: 'signed up', distinct_id: 'bob', timestamp: at('19T09:00:00') },
    { event: 'paid', distinct_id: 'ada', timestamp: at('18T10:00:30') },
    { event: 'paid', distinct_id: 'bob', timestamp: at('19T09:00:10') },
  ])
  const events = [{ id: 'signed up' }, { id: 'signed up', math: 'dau', order: 1 }]
  const trend = await server.request('POST', '/api/projects/1/insights/trend/', { events, date_from: '-2d' })
  expect(trend.body.result.map((series: { data: number[] }) => series.data)).toEqual([
    [2, 1, 0], // ada and bob visited on the 18th, and bob on the 19th.
    [2, 1, 0],
  ])
  expect(trend.body.result[0].days).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])

  const steps = [{ id: 'signed up' }, { id: 'paid', order: 1 }]
  const funnel = await server.request('POST', '/api/projects/1/insights/funnel/', { events: steps })
  // ada pays after 30 s. bob pays 10 s after his second sign-up, which is his latest before the payment.
  expect(funnel.body.result).toMatchObject([
    {
      action_id: 'signed up',
      order: '0',
      count: 2,
      average_conversion_time: null,
      median_conversion_time: null,
    },
    { action_id: 'paid', order: '1', count: 2, average_conversion_time: 20, median_conversion_time: 20 },
  ])
})
