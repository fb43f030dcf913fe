import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp({ THROUGHLINE_COMPUTED_FIELDS: 'json' })
const INSIGHTS = '/api/projects/1/insights/'

test('result and is_cached are JSON in every Insight body', async () => {
  await server.capture([{ event: 'visit', distinct_id: 'ada', timestamp: '2026-11-20T10:00:00Z' }])
  const filters = { insight: 'TRENDS', events: [{ id: 'visit' }], date_from: '-1d' }
  const { body: created } = await server.request('POST', INSIGHTS, { filters })
  expect(created).toMatchObject({ result: null, columns: null, query_status: null, is_cached: false })

  const path = `${INSIGHTS}${created.id}/`
  const { body: computed } = await server.request('GET', `${path}?refresh=true`)
  expect(computed.result).toMatchObject([{ label: 'visit', data: [0, 1], count: 1 }])
  expect(computed.results).toEqual(computed.result)
  expect(computed.is_cached).toBe(false)

  const expected = { ...computed, is_cached: true }
  expect((await server.request('GET', path)).body).toEqual(expected)
  expect((await server.request('GET', INSIGHTS)).body.results).toEqual([expected])
  const { body: patched } = await server.request('PATCH', path, { saved: true })
  expect(patched).toEqual({ ...expected, saved: true })
})
