import { beforeAll, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

// Now is 20 November 2026, 12:00 UTC.
const server = useApp()

beforeAll(() =>
  server.capture([{ event: 'signed up', distinct_id: 'ada', timestamp: '2026-11-19T10:00:00Z' }]),
)

/** Returns the table of an answer from its CSV: its columns and its rows. */
async function table(path: string, payload: object) {
  const { statusCode, payload: text } = await server.app.server.inject({
    method: 'POST',
    url: `/api/projects/${path}?format=csv`,
    headers: { authorization: `Bearer ${KEY}` },
    payload,
  })
  expect(statusCode, text).toBe(200)
  const [columns = [], ...rows] = parseCsv(text)
  for (const row of rows) expect(row).toHaveLength(columns.length)
  return { columns, rows }
}

test('by the hour after the clocks were set back no two columns have one name, and each period has its own dates', async () => {
  const { id } = await server.newProject('Berlin', 'Europe/Berlin')
  const { columns, rows } = await table(`${id}/query/`, {
    query: {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'visit' }],
      interval: 'hour',
      dateRange: { date_from: '2026-10-25', date_to: '2026-10-25' },
      compareFilter: { compare: true },
    },
  })
  expect([columns.length, new Set(columns).size]).toEqual([26, 26])
  expect(columns.slice(3, 5)).toEqual(['25-Oct-2026 02:00 +02:00', '25-Oct-2026 02:00 +01:00'])
  expect(rows[2]?.slice(-2)).toEqual(['24-Oct-2026 23:00', ''])
})

test('compared periods: the columns are the current one, and a last row has the dates of the earlier one', async () => {
  const compared = (from: string, to: string) => ({
    events: [{ id: 'signed up' }],
    date_from: from,
    date_to: to,
    compare: true,
    compare_to: '-1m',
  })
  const longer = await table('1/insights/trend/', compared('2026-02-27', '2026-02-28'))
  expect([longer.columns, ...longer.rows]).toEqual([
    ['series', '27-Feb-2026', '28-Feb-2026', '3', '4', '5'],
    ['signed up - current', '0', '0', '', '', ''],
    ['signed up - previous', '0', '0', '0', '0', '0'],
    ['Dates - previous', '27-Jan-2026', '28-Jan-2026', '29-Jan-2026', '30-Jan-2026', '31-Jan-2026'],
  ])
  const missing = await table('1/insights/trend/', compared('2026-03-29', '2026-03-31'))
  expect(missing.columns.slice(1)).toEqual(['29-Mar-2026', '30-Mar-2026', '31-Mar-2026'])
  expect(missing.rows[2]).toEqual(['Dates - previous', '28-Feb-2026', '1-Mar-2026', '2-Mar-2026'])
})

test('several series of one event, steps of one event and rows of a formula have different names', async () => {
  const pro = [{ key: 'plan', value: 'pro', type: 'event' }]
  const several = [
    { id: 'signed up', order: 0 },
    { id: 'signed up', order: 1, math: 'dau' },
    { id: 'signed up', order: 2, properties: pro },
  ]
  const namesIn = async (path: string, body: object) => (await table(path, body)).rows.map(([name]) => name)
  const names = (path: string, body: object) => namesIn(`1/insights/${path}/`, { date_from: '-1d', ...body })
  const told = ['signed up', 'signed up (unique persons)', 'signed up (plan is pro)']
  expect(await names('trend', { events: several })).toEqual(told)
  expect(await names('trend', { events: several, display: 'ActionsTable' })).toEqual(told)
  const renamed = several.map((one) => ({ ...one, custom_name: 'Users' }))
  expect(await names('trend', { events: renamed })).toEqual(told.map((label) => `Users (${label})`))
  const formula = { formula: 'A+2*B', breakdown: 'plan', events: several.slice(0, 2) }
  expect(await names('trend', formula)).toEqual(['Formula (A+2*B) - None (i.e. no value)'])
  const steps = await names('funnel', { events: several.slice(0, 2) })
  expect(steps).toEqual(['signed up (step 1)', 'signed up (step 2)'])
  const query = {
    kind: 'StickinessQuery',
    series: [
      { kind: 'EventsNode', event: 'paid' },
      { kind: 'EventsNode', event: 'paid', properties: pro },
    ],
  }
  expect(await namesIn('1/query/', { query })).toEqual(['paid', 'paid (plan is pro)'])
})
