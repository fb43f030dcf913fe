import { beforeAll, expect, test } from 'vitest'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

// The connector reads `result` as a list or null.
const server = useApp({ THROUGHLINE_COMPUTED_FIELDS: 'json' })
const TOTAL = 250
const EVENTS = 300
const STARTED = Date.parse('2026-09-20T00:00:00Z')
const DAY_MS = 24 * 3600 * 1000
let project: TestProject

/**
 * Makes the event with this number. Each of 60 days has five events: four of them are at midnight, where
 * one slice ends and the next begins, and the fifth is a millisecond earlier.
 */
const eventOf = (i: number) => ({
  event: `e${i}`,
  distinct_id: `d${i}`,
  timestamp: new Date(STARTED + (Math.floor(i / 5) + 1) * DAY_MS - (i % 5 === 4 ? 1 : 0)).toISOString(),
  properties: { i },
})

beforeAll(async () => {
  project = await server.newProject('Read')
  await server.capture(
    Array.from({ length: EVENTS }, (_, i) => eventOf(i)),
    project.token,
  )
})

interface Row {
  readonly id: number | string
  readonly [field: string]: unknown
}

/** Reads a page like the connector does: no final slash in the address, and `results` is a list. */
async function page(path: string, parameters: Record<string, string>): Promise<Row[]> {
  const { status, body } = await server.request('GET', `/api/${path}?${new URLSearchParams(parameters)}`)
  expect([path, status, body.detail]).toEqual([path, 200, undefined])
  expect(Array.isArray(body.results)).toBe(true)
  return body.results
}

/** Reads the stream of a path by `offset`, until a page is not full. `between` runs after every page. */
async function read(path: string, between: () => Promise<void> = async () => {}): Promise<Row[]> {
  const rows: Row[] = []
  for (let offset = 0; ; offset += 100) {
    const results = await page(path, { limit: '100', ...(offset > 0 && { offset: String(offset) }) })
    rows.push(...results)
    if (results.length < 100) return rows
    await between()
  }
}
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

const insightsOf = ({ id }: TestProject) => `/api/projects/${id}/insights/`
async function newInsight(i: number, to: TestProject, more: object = {}): Promise<number> {
  const filters = { events: [{ id: `e${i}` }], date_from: '-90d' }
  const { status, body } = await server.request('POST', insightsOf(to), { name: `i${i}`, filters, ...more })
  expect(status).toBe(201)
  return body.id
}

test('projects', async () => {
  for (let i = 0; i < 103; i++) await server.newProject(`Project ${i}`)
  const rows = await read('projects')
  expect(rows).toHaveLength(105)
  expect(new Set(idsOf(rows)).size).toBe(105)
  for (const field of ['id', 'uuid', 'api_token', 'name', 'timezone', 'organization'])
    expect(rows[0]).toHaveProperty(field, expect.anything())
})

test('insights: none left out, none twice, also while some are created and changed', async () => {
  const to = await server.newProject()
  const ids: number[] = []
  // Some insights have an `order`, and several of them share the same `order`.
  for (let i = 0; i < TOTAL; i++) ids.push(await newInsight(i, to, i % 7 === 0 ? { order: (i % 3) - 1 } : {}))
  await server.request('GET', `${insightsOf(to)}${ids[0]}/?refresh=true`)

  const path = `projects/${to.id}/insights`
  const quiet = await read(path)
  expect(idsOf(quiet).sort(byNumber)).toEqual(ids)
  for (const row of quiet) expect(row.result === null || Array.isArray(row.result)).toBe(true)
  expect(quiet.filter(({ result }) => result !== null)).toHaveLength(1)

  const disturbed = await read(path, async () => {
    await newInsight(TOTAL, to)
    for (const i of [3, 107, 240])
      await server.request('PATCH', `${insightsOf(to)}${ids[i]}/`, {
        name: `0 ${i}`,
        favorited: true,
        tags: ['x'],
      })
    await server.request('GET', `${insightsOf(to)}${ids[8]}/?refresh=true`)
  })
  expect(new Set(idsOf(disturbed)).size).toBe(disturbed.length)
  expect(idsOf(disturbed)).toEqual(expect.arrayContaining(ids))
})

test.each<[string, number, (i: number) => object]>([
  // The members of a cohort are counted when it is made.
  ['cohorts', 110, (i) => ({ name: `c${i}`, is_static: true })],
  ['annotations', TOTAL, (i) => ({ content: `a${i}`, date_marker: `2026-11-${10 + (i % 9)}T00:00:00Z` })],
])('%s: none left out, none twice', async (name, total, fieldsOf) => {
  const to = await server.newProject()
  const path = `projects/${to.id}/${name}`
  const ids: number[] = []
  for (let i = 0; i < total; i++) {
    const { status, body } = await server.request('POST', `/api/${path}/`, fieldsOf(i))
    expect(status).toBe(201)
    ids.push(body.id)
  }
  const rows = await read(path)
  expect(idsOf(rows).sort(byNumber)).toEqual(ids)
  for (const row of rows) expect(row.created_at).toMatch(READABLE)
})

test.each([
  [
    'cohorts',
    (i: number) => ({ name: `c${i}`, groups: [{ properties: [{ key: 'i', value: i, type: 'person' }] }] }),
  ],
  [
    'annotations',
    (i: number) => ({ content: `a${i}`, date_marker: new Date(STARTED + i * DAY_MS).toISOString() }),
  ],
])('%s: every one once, page by page', async (name, bodyOf) => {
  const { id } = await server.newProject(`Of ${name}`)
  const created: number[] = []
  for (let i = 0; i < 105; i++) {
    const answer = await server.request('POST', `/api/projects/${id}/${name}/`, bodyOf(i))
    expect(answer.status).toBe(201)
    created.push(answer.body.id)
  }
  const rows = await read(`projects/${id}/${name}`)
  expect([...idsOf(rows)].sort((a, b) => Number(a) - Number(b))).toEqual(created)
  // The connector reads its cursor from this field.
  for (const row of rows) expect(String(row.created_at)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
})

test('feature flags: none', async () => {
  expect(await read(`projects/${project.id}/feature_flags`)).toEqual([])
})

const byNumber = (a: number | string, b: number | string) => Number(a) - Number(b)

test('persons', async () => {
  const rows = await read(`projects/${project.id}/persons`)
  expect(rows).toHaveLength(EVENTS)
  expect(new Set(idsOf(rows)).size).toBe(EVENTS)
  const distinctIds = rows.flatMap((row) => row.distinct_ids)
  expect(new Set(distinctIds)).toEqual(new Set(Array.from({ length: EVENTS }, (_, i) => `d${i}`)))
})

/** Writes a time in the format `%Y-%m-%dT%H:%M:%S.%f%z`: six digits, and an offset without a colon. */
const written = (ms: number, microseconds = '000') =>
  `${new Date(ms).toISOString().slice(0, -1)}${microseconds}+0000`
/** The times that the connector can read in this format: there must be a fraction of one to six digits. */
const READABLE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}(?:Z|[+-]\d\d:?\d\d)$/

/**
 * Returns slices of 30 days. A slice begins at the instant at which the slice before it ends: a microsecond
 * before midnight.
 */
function slices(): { after: string; before: string }[] {
  const bounds = [0, 30, 60].map((days) =>
    days === 0 ? written(STARTED) : written(STARTED + days * DAY_MS - 1, '999'),
  )
  return [...bounds, written(server.nowMs)].slice(1).map((before, i) => ({ after: bounds[i] ?? '', before }))
}

test('events: every one once, slice by slice, in offsets', async () => {
  const rows: Row[] = []
  for (const slice of slices())
    for (let offset = 0; ; offset += 100) {
      const parameters = { limit: '100', offset: String(offset), ...slice }
      const results = await page(`projects/${project.id}/events/`, parameters)
      rows.push(...results)
      if (results.length < 100) break
    }
  expectEveryEvent(rows)
})

test('events: every one once, slice by slice, along `next` until it is null', async () => {
  const rows: Row[] = []
  for (const slice of slices()) {
    const times: string[] = []
    const first = `/api/projects/${project.id}/events/?${new URLSearchParams({ limit: '100', ...slice })}`
    for (let path: string | null = first; path !== null; ) {
      const { body } = await server.request('GET', path)
      rows.push(...body.results)
      times.push(...body.results.map(({ timestamp }: { timestamp: string }) => timestamp))
      const next: URL | null = body.next && new URL(body.next)
      if (next !== null) {
        expect(next.searchParams.get('after')).toBe(slice.after)
        expect(next.searchParams.get('before')).not.toBe(slice.before)
      }
      path = next && next.pathname + next.search
    }
    expect(times).toEqual([...times].sort().reverse())
  }
  expectEveryEvent(rows)
})

function expectEveryEvent(rows: readonly Row[]): void {
  expect(new Set(idsOf(rows)).size).toBe(rows.length)
  expect(rows.map(({ event }) => event).sort()).toEqual(
    Array.from({ length: EVENTS }, (_, i) => `e${i}`).sort(),
  )
  for (const row of rows) {
    expect(row.timestamp).toMatch(READABLE)
    expect(row).toMatchObject({ elements: [], elements_chain: '', properties: expect.any(Object) })
  }
}
