import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

// Tests what the data source plugin `mewc-posthog-datasource` sends, by its Go code, and how it reads the
// answer.
const server = useApp()
let key = ''

beforeAll(async () => {
  const visit = (distinct_id: string, timestamp: string, $browser?: string) => ({
    ...{ event: '$pageview', distinct_id, timestamp },
    properties: { $current_url: 'https://shop.example/', ...($browser && { $browser }) },
  })
  await server.capture([
    visit('ada', '2026-11-18T23:30:00Z', 'Firefox'),
    visit('ada', '2026-11-19T08:00:00Z', 'Firefox'),
    visit('bob', '2026-11-19T09:00:00Z'),
    { event: 'paid', distinct_id: 'bob', timestamp: '2026-11-20T08:00:00Z' },
    visit('late', '2026-11-20T12:00:00Z'),
  ])
  key = await server.newKey(['query:read'])
})

/**
 * Sends the body that the plugin writes, with its macros replaced by the texts of the range on the screen.
 */
const send = (rawHogQL: string) => {
  const query = rawHogQL
    .replaceAll('$__timeFrom', "'2026-11-18 12:00:00'")
    .replaceAll('$__timeTo', "'2026-11-20 12:00:00'")
  return server.request('POST', '/api/projects/1/query/', { query: { kind: 'HogQLQuery', query } }, key)
}

/**
 * Returns a frame of Grafana, which has a column of values for each name. The plugin reads `types` as texts
 * or as lists of texts.
 */
async function frameOf(rawHogQL: string): Promise<Record<string, unknown[]>> {
  const { status, body } = await send(rawHogQL)
  expect([status, body.detail]).toEqual([200, undefined])
  expect(body.error).toBeNull()
  expect(body.types).toHaveLength(body.columns.length)
  for (const type of body.types) for (const part of [type].flat()) expect(part).toBeTypeOf('string')
  for (const row of body.results) expect(row).toHaveLength(body.columns.length)
  return Object.fromEntries(
    body.columns.map((name: string, i: number) => [name, body.results.map((row: unknown[]) => row[i])]),
  )
}

test('the test of the connection', async () => {
  expect(await frameOf('SELECT 1')).toEqual({ 1: [1] })
})

test('the statement of a new panel: events of each day', async () => {
  const frame = await frameOf(`SELECT
  toStartOfDay(timestamp) AS day,
  count() AS event_count
FROM events
WHERE timestamp >= $__timeFrom AND timestamp < $__timeTo
GROUP BY day
ORDER BY day`)
  expect(frame.event_count).toEqual([1, 2, 1])
  expect(frame.day?.map((day) => Date.parse(String(day)))).toEqual(
    ['2026-11-18', '2026-11-19', '2026-11-20'].map((day) => Date.parse(day)),
  )
})

const SHOWN = 'FROM events WHERE timestamp >= $__timeFrom AND timestamp < $__timeTo'
/** Panels that show a number, bars, a pie or a table. */
test.each<[panel: string, statement: string, frame: object]>([
  ['a number of events', `SELECT count() AS sent ${SHOWN}`, { sent: [4] }],
  ['a number of visitors', `SELECT count(DISTINCT distinct_id) AS visitors ${SHOWN}`, { visitors: [2] }],
  [
    'a mean of each day',
    `SELECT round(count() / greatest(dateDiff('day', toDateTime($__timeFrom), toDateTime($__timeTo)), 1)) AS mean ${SHOWN}`,
    { mean: [2] },
  ],
  [
    'bars',
    `SELECT event, count() AS sent ${SHOWN} GROUP BY event ORDER BY sent DESC LIMIT 15`,
    { event: ['$pageview', 'paid'], sent: [3, 1] },
  ],
  [
    'a pie',
    `SELECT coalesce(properties.$browser, 'Other') AS used, count() AS sent ${SHOWN} GROUP BY used ORDER BY sent DESC, used LIMIT 10`,
    { used: ['Firefox', 'Other'], sent: [2, 2] },
  ],
  [
    'a table',
    `SELECT properties.$current_url AS url, count() AS views, count(DISTINCT distinct_id) AS visitors ${SHOWN} AND event = '$pageview'
    GROUP BY url ORDER BY views DESC LIMIT 20`,
    { url: ['https://shop.example/'], views: [3], visitors: [2] },
  ],
])('%s', async (_, statement, frame) => {
  expect(await frameOf(statement)).toEqual(frame)
})

/** The times that the plugin can read, by the layouts in its Go code. */
const READABLE = [/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d:\d\d)?$/, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/]

/**
 * Returns the type of a field in the frame. The plugin looks for words in the first text of a pair, which is
 * the name of the column.
 */
function fieldType([name = '']: readonly string[]): string {
  if (/date/i.test(name)) return 'time'
  return /float|decimal|int/i.test(name) ? 'number' : 'text'
}

test('columns of panels have a type by their names, as docs/query.md tells', async () => {
  const statement = `SELECT toDate(timestamp) AS date, count() AS events_int, round(1 / 2) AS rate_float, any_name
    FROM (SELECT timestamp, event AS any_name FROM events) GROUP BY date, any_name ORDER BY date LIMIT 1`
  const { body } = await send(statement)
  expect(body.types.map(fieldType)).toEqual(['time', 'number', 'number', 'text'])
  expect(READABLE.some((layout) => layout.test(body.results[0][0]))).toBe(true)
  const hours = await send(
    "SELECT formatDateTime(toStartOfHour(timestamp), '%Y-%m-%d %H:%i:%S') AS datetime FROM events LIMIT 1",
  )
  expect(hours.body.types.map(fieldType)).toEqual(['time'])
  expect(hours.body.results[0][0]).toMatch(READABLE[0] as RegExp)
})

test('a mistake is told by its detail, which the plugin shows', async () => {
  expect(await send('SELECT nothing FROM events')).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('nothing') },
  })
})
