import { expect, test } from 'vitest'
import { refuseWrites } from '../fixtures/metadata-faults.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'

test('on a disk that cannot be written, stored data can still be read and computed', async () => {
  await server.capture([{ event: 'visit', distinct_id: 'ada' }])
  const filters = { insight: 'TRENDS', events: [{ id: 'visit' }] }
  const { id } = (await server.request('POST', INSIGHTS, { filters })).body
  const link = (await server.request('PATCH', `${INSIGHTS}${id}/sharing/`, { enabled: true })).body
    .access_token
  await server.request('GET', `${INSIGHTS}${id}/?refresh=true`)
  // The use of keys and cached results is due to be recorded after this time.
  server.nowMs += 2 * 3_600_000
  const allow = await refuseWrites(server.app.metadata)
  const statuses: [string, number][] = []
  for (const path of ['', `${id}/`, `${id}/?refresh=true`, '?refresh=true'])
    statuses.push([path, (await server.request('GET', `${INSIGHTS}${path}`)).status])
  const trend = await server.request('POST', `${INSIGHTS}trend/`, { events: [{ id: 'never asked before' }] })
  statuses.push(['trend', trend.status])
  statuses.push(['shared', (await server.request('GET', `/shared/${link}.json`, undefined, null)).status])
  await allow()
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
})
