import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openParquetLines } from '../../src/engine/parquet/read-parquet.ts'
import type { ExportFormat } from '../../src/exports/rows.ts'
import { exportToFile } from '../../src/exports/write-export.ts'
import { importFiles } from '../../src/imports/import-files.ts'
import { openJournal } from '../../src/imports/journal.ts'
import { openRows } from '../../src/imports/open-rows.ts'
import { createSendEvents, type SendEvents } from '../../src/imports/send-events.ts'
import { openSetAside } from '../../src/imports/set-aside.ts'
import { KEY, type TestProject, useApp } from '../fixtures/use-app.ts'

/**
 * The zones that are furthest east, whose offset the event store does not know, and some others. Coyhaique is
 * left out: it came with 2025b, and the event store lacks it.
 */
const ZONES = [
  ...['Pacific/Apia', 'Pacific/Fakaofo', 'Pacific/Kanton', 'Pacific/Kiritimati', 'Pacific/Kwajalein'],
  ...fc.sample(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), 8),
].filter((zone) => zone !== 'America/Coyhaique')

// The limit is smaller than a batch, so that batches are sent in halves.
const server = useApp({ THROUGHLINE_CAPTURE_BODY_BYTES: '600000' })
let root = ''
let url = ''
const at = (name: string) => join(root, name)
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'throughline-import-'))
  url = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => rm(root, { recursive: true, force: true }))

const neverAborted = new AbortController().signal
const sendTo = ({ token }: TestProject): SendEvents =>
  createSendEvents({ url, token, signal: neverAborted, patienceMs: 0, onWait: () => undefined })

/** Runs an import once. Returns its result with what the journal says at its end. */
async function runImport(file: string, project: TestProject, send = sendTo(project)) {
  const journal = openJournal(at('journal'), project.token, false)
  const setAside = openSetAside(at('set-aside'), journal.state.setAsideBytes)
  const options = {
    format: null,
    nowMs: server.nowMs,
    columns: {},
    site: null,
    salt: null,
    keepsAddress: false,
  }
  const openParquet = (path: string) => openParquetLines(path, join(server.folder, 'events'))
  let columnsLeftOut: readonly string[] = []
  try {
    await importFiles({
      ...{ files: [file], journal, setAside, send },
      async openRows(path) {
        const open = await openRows(path, options, { stdin: Readable.from([]), openParquet })
        columnsLeftOut = open.columnsLeftOut
        return open
      },
      onProgress: () => undefined,
    })
    journal.remove()
  } finally {
    setAside.close()
  }
  return { isResumed: journal.isResumed, counts: journal.state.counts, columnsLeftOut }
}

/** Returns the rows of a statement. */
async function ask(project: TestProject, query: string): Promise<unknown[][]> {
  const { body } = await server.request('POST', `/api/projects/${project.id}/query/`, {
    query: { kind: 'HogQLQuery', query },
  })
  return body.results
}
const COUNTS = 'select count(), uniq(uuid), uniq(distinct_id), min(timestamp), max(timestamp) from events'

const ROWS = 12_001
const BROKEN = 7_000
const TOO_LARGE = 9_000
const rowAt = (i: number) =>
  JSON.stringify({
    event: i % 3 === 0 ? 'paid' : 'read',
    distinct_id: `user ${i % 500}`,
    timestamp: new Date(Date.UTC(1999, 0, 1) + i * 60_000).toISOString(),
    properties: { place: i, ...(i % 100 === 0 && { $set: { last: i } }) },
  })
const lines = Array.from({ length: ROWS }, (_, i) => {
  if (i + 1 === BROKEN) return '{"event":'
  return i + 1 === TOO_LARGE
    ? rowAt(i).replace('"place"', `"text":"${'x'.repeat(600_000)}","place"`)
    : rowAt(i)
})

test('an interrupted import continues after what was acknowledged, and every event is there once', async () => {
  const project = await server.newProject('Interrupted')
  const file = at('events.jsonl')
  writeFileSync(file, lines.join('\n'))
  const send = sendTo(project)
  let sent = 0
  const failing: SendEvents = async (events) => {
    const number = ++sent
    if (number === 3) throw new Error('interrupted')
    const refused = await send(events)
    // The batch is stored, but the importer does not learn of it.
    if (number === 2) throw new Error('interrupted')
    return refused
  }
  await expect(runImport(file, project, failing)).rejects.toThrow('interrupted')
  expect(existsSync(at('journal'))).toBe(true)
  const { isResumed, counts } = await runImport(file, project)
  expect([isResumed, counts]).toEqual([true, { events: ROWS - 2, setAside: 2, leftOut: 0, inPart: {} }])
  expect(existsSync(at('journal'))).toBe(false)
  const setAside = readFileSync(at('set-aside'), 'utf8').trimEnd().split('\n')
  const [broken, large] = setAside.map((line) => JSON.parse(line))
  expect(broken).toEqual({
    file,
    line: BROKEN,
    reason: expect.stringContaining('not JSON'),
    text: '{"event":',
  })
  const { text, ...place } = large
  expect(place).toEqual({ file, line: TOO_LARGE, reason: 'Request body is too large' })
  expect([setAside.length, text === lines[TOO_LARGE - 1]]).toEqual([2, true])
  // Repeating the whole import adds nothing.
  expect((await runImport(file, project)).counts.events).toBe(ROWS - 2)
  expect(await ask(project, COUNTS)).toEqual([
    [ROWS - 2, ROWS - 2, 500, '1999-01-01T00:00:00Z', '1999-01-09T08:00:00Z'],
  ])
  // The last of the assignments to each person decides.
  expect(
    await ask(
      project,
      'select count(), sum(toInt(properties.last)) from persons where properties.last is not null',
    ),
  ).toEqual([[5, 12_000 + 11_900 + 11_800 + 11_700 + 11_600]])
})

test.each<[ExportFormat, string]>([
  ['jsonl', 'jsonl.gz'],
  ['parquet', 'parquet'],
])('an export of events as %s gives the same numbers back', async (format, extension) => {
  // The clocks of Apia are 13 hours ahead of UTC, but the event store takes them for 11 hours behind it.
  const from = await server.newProject('From', 'Pacific/Apia')
  const events = Array.from({ length: 3_000 }, (_, i) => ({
    event: ['paid', '=read', '$pageview'][i % 3],
    distinct_id: `user ${i % 70}`,
    timestamp: new Date(Date.UTC(2026, 8, 1) + i * 1_234_567).toISOString(),
    properties: {
      amount: i / 8,
      big: 7,
      text: 'a,"b"\n\u00e9',
      list: [i, null],
      $groups: { company: `c${i % 4}` },
    },
    ...(i % 50 === 0 && { $set: { plan: `p${i}` } }),
  }))
  const merges = [
    {
      event: '$identify',
      distinct_id: 'ann',
      timestamp: '2026-09-02T00:00:00Z',
      properties: { $anon_distinct_id: 'user 3' },
    },
  ]
  await server.capture([...events, ...merges], from.token)
  const file = at(`export.${extension}`)
  const source = { url, personalApiKey: KEY, projectId: from.id, signal: neverAborted }
  const options = { format, range: { fromMs: null, toMs: null }, onProgress: () => undefined }
  await exportToFile(source, 'events', file, options)
  const to = await server.newProject('To', 'Pacific/Apia')
  expect((await runImport(file, to)).counts).toEqual({ events: 3_001, setAside: 0, leftOut: 0, inPart: {} })
  for (const statement of [
    COUNTS,
    'select event, count(), uniq(person_id), sum(properties.amount), min(uuid), max(uuid) from events group by event order by event',
    'select properties.plan, count() from persons group by properties.plan order by properties.plan',
    'select key, count() from groups group by key order by key',
    'select uuid, event, distinct_id, timestamp, properties from events order by uuid limit 5000',
  ])
    expect(await ask(to, statement)).toEqual(await ask(from, statement))
})

test.each<[string, string[], unknown[]]>([
  ['odd-columns', ['took', 'nested', 'raw'], [[1, 2], []]],
  // The reader gets lists in parts, and cannot read such parts together with a union.
  ['union-column', ['list', 'either', 'took'], [null, null]],
])('columns of %s that cannot be read are left out and named', async (name, leftOut, lists) => {
  const project = await server.newProject(name)
  // This fixture was written by DuckDB 1.4.
  const { counts, columnsLeftOut } = await runImport(
    join(import.meta.dirname, '../fixtures', `${name}.parquet`),
    project,
  )
  expect(counts).toEqual({ events: 2, setAside: 0, leftOut: 0, inPart: {} })
  expect(columnsLeftOut.map((sentence) => /^The column "([^"]+)"/.exec(sentence)?.[1])).toEqual(leftOut)
  const rows = await ask(
    project,
    'select event, distinct_id, timestamp, properties from events order by timestamp',
  )
  expect(
    rows.map(([event, id, timestamp, properties]) => [event, id, timestamp, JSON.parse(String(properties))]),
  ).toEqual([
    [
      ...['visit', 'ada', '2026-03-01T10:00:00Z'],
      {
        ...{ n: 3, price: 1.25, day: '2026-03-01', flag: true, ratio: 2.5, places: 7, note: 'text' },
        ...(lists[0] !== null && { list: lists[0] }),
      },
    ],
    [
      ...['paid', 'bob', '2026-03-02T11:30:00Z'],
      { n: expect.anything(), flag: false, ...(lists[1] !== null && { list: lists[1] }) },
    ],
  ])
})

test('events that are stored in part are told by their issue', async () => {
  const project = await server.newProject('Parts')
  const events = [
    { event: 'visit', distinct_id: 'ada', timestamp: '2026-03-01T10:00:00Z' },
    { event: 'visit', distinct_id: 'a'.repeat(300), timestamp: '2026-03-01T10:00:00Z' },
    { event: 'visit', distinct_id: 'ada', timestamp: '2026-03-01T10:00:00Z', $set: 'no object' },
  ]
  const file = at('parts.jsonl')
  writeFileSync(file, events.map((event) => JSON.stringify(event)).join('\n'))
  const inPart = { name_too_long: 1, illegal_assignment: 1 }
  expect((await runImport(file, project)).counts).toEqual({ events: 3, setAside: 0, leftOut: 0, inPart })
})

test('an export has the instants of events and persons whatever the time zone of the project', async () => {
  const project = await server.newProject('Zones')
  const instants = [
    ...['1971-12-31T23:59:59.999Z', '2011-12-30T09:59:59.123Z'],
    ...['2026-04-23T22:00:00.120Z', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ...fc.sample(fc.integer({ min: 0, max: server.nowMs }), 20).map((ms) => new Date(ms).toISOString()),
  ].sort()
  const events = instants.map((timestamp, i) => ({
    ...{ event: 'seen', distinct_id: `user ${i}`, timestamp },
    properties: { $set: { i } },
  }))
  await server.capture(events, project.token)
  const source = { url, personalApiKey: KEY, projectId: project.id, signal: neverAborted }
  const range = { fromMs: null, toMs: null }
  const instantsIn = async (noun: 'events' | 'persons', column: string) => {
    const file = at('zone.jsonl')
    await exportToFile(source, noun, file, { format: 'jsonl', range, onProgress: () => undefined })
    const rows = readFileSync(file, 'utf8').trimEnd().split('\n')
    return rows.map((row) => new Date(JSON.parse(row)[column]).toISOString()).sort()
  }
  for (const timezone of ZONES) {
    await server.request('PATCH', `/api/projects/${project.id}/`, { timezone })
    expect([timezone, await instantsIn('events', 'timestamp')]).toEqual([timezone, instants])
    expect([timezone, await instantsIn('persons', 'created_at')]).toEqual([timezone, instants])
  }
})
