import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { beforeAll, describe, expect, test } from 'vitest'
import { join, sql, text } from '../../src/fragments/fragment.ts'
import { dayInText, instantInText } from '../../src/fragments/instant-in-text.ts'
import type { Interval } from '../../src/query/interval.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'
import { bucketKey, bucketKeys, dayOf, isInRange } from '../oracle/range-definition.ts'

const server = useApp()
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Zones, each with the first instant after a change of its clocks. Kathmandu has no summer time, so its
 * instant is a midnight.
 */
const CHANGES = [
  // The clocks change by half an hour: an hour of 90 minutes, and one of 30.
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  // Midnight happens twice, and once not at all.
  ['America/Havana', '2025-11-02T05:00Z'],
  ['America/Havana', '2026-03-08T05:00Z'],
  // The 30th of December does not exist.
  ['Pacific/Apia', '2011-12-30T10:00Z'],
  ['America/Sao_Paulo', '2018-11-04T03:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00Z'],
  ['Asia/Kathmandu', '2026-06-14T18:15Z'],
] as const

describe.each(CHANGES)('trends in %s around %s', (timezone, change) => {
  const changeMs = Date.parse(change)
  // An event every 7 minutes for a day before and after the change, and one every 13 hours for six weeks.
  const eventsMs = [
    ...Array.from({ length: 412 }, (_, i) => changeMs + (i - 206) * 7 * MINUTE_MS),
    ...Array.from({ length: 156 }, (_, i) => changeMs + (i - 78) * 13 * 60 * MINUTE_MS + MINUTE_MS),
  ]
  let project: TestProject
  beforeAll(async () => {
    project = await server.newProject(timezone, timezone)
    const events = eventsMs.map((atMs) => ({
      event: 'visit',
      distinct_id: 'ada',
      timestamp: new Date(atMs).toISOString(),
    }))
    await server.capture(events, project.token)
  })

  const dayFrom = (days: number) => new Date(changeMs + days * DAY_MS).toISOString().slice(0, 10)
  const instantFrom = (minutes: number) => new Date(changeMs + minutes * MINUTE_MS).toISOString()
  test.each<[Interval, string, string, boolean]>([
    ['minute', instantFrom(-100), instantFrom(100), true],
    ['hour', dayFrom(-2), dayFrom(2), false],
    ['day', dayFrom(-9), dayFrom(9), false],
    ['week', dayFrom(-30), dayFrom(30), false],
    ['month', dayFrom(-60), dayFrom(60), false],
  ])(
    'by the %s from %s to %s have the counts of the clock on the wall',
    async (interval, from, to, explicit) => {
      const { status, body } = await server.request('POST', `/api/projects/${project.id}/query/`, {
        query: {
          kind: 'TrendsQuery',
          series: [{ kind: 'EventsNode', event: 'visit' }],
          interval,
          dateRange: { date_from: from, date_to: to, explicitDate: explicit },
        },
      })
      expect([status, body.detail]).toEqual([200, undefined])
      const calendar = { timezone, weekStartDay: 0, nowMs: server.nowMs } as const
      const range = { from, to, isExplicit: explicit }
      const keys = bucketKeys(range, interval, calendar)
      const [{ days, data }] = body.results
      expect(days).toEqual(keys.map((key) => dayOf(key, interval, calendar)))
      const found = eventsMs
        .filter((atMs) => isInRange(atMs, range, interval, calendar))
        .map((atMs) => bucketKey(atMs, interval, calendar))
      expect(data).toEqual(keys.map((key) => found.filter((one) => one === key).length))
      expect(Math.max(...data)).toBeGreaterThan(0)
    },
  )
})

/** Returns the rows of a statement. */
async function ask(project: TestProject, query: string): Promise<unknown[][]> {
  const { status, body } = await server.request('POST', `/api/projects/${project.id}/query/`, {
    query: { kind: 'HogQLQuery', query },
  })
  expect([status, body.detail]).toEqual([200, undefined])
  return body.results
}

/** Returns the number of events of a trend with one filter. */
async function countWith(project: TestProject, operator: string, value: string): Promise<number> {
  const { body } = await server.request('POST', `/api/projects/${project.id}/query/`, {
    query: {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'due' }],
      properties: [{ type: 'event', key: 'since', operator, value }],
      dateRange: { date_from: '2026-04-01', date_to: '2026-10-01' },
    },
  })
  return body.results[0].count
}

describe.each([
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', '2026-09-06T01:00:00-03:00'],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T01:00:00+03:00'],
])('in %s the day %s, which has no midnight,', (timezone, day, firstInstant, shown) => {
  const firstMs = Date.parse(firstInstant)
  let project: TestProject
  beforeAll(async () => {
    project = await server.newProject(`${timezone} texts`, timezone)
    const times = [-3_600_000, -1, 0, 3_600_000].map((ms) => new Date(firstMs + ms).toISOString())
    await server.capture(
      times.map((timestamp) => ({
        ...{ event: 'due', distinct_id: timestamp, timestamp },
        properties: { since: day, at: `${day} 00:30:00` },
      })),
      project.token,
    )
  })

  test('is a day as a text without a time', async () => {
    const [row] = await ask(
      project,
      `select toDate('${day}'), toDate(properties.since), toDate(properties.at), toDate(timestamp) from events order by timestamp desc limit 1`,
    )
    expect(row).toEqual([day, day, day, day])
  })

  test('begins at its first instant if an instant is meant', async () => {
    const since = `select count() from events where timestamp >= '${day}'`
    expect(await ask(project, since)).toEqual([[2]])
    const texts = `select toDateTime('${day}'), toDateTime(properties.since), toStartOfDay(timestamp) from events order by timestamp desc limit 1`
    expect(await ask(project, texts)).toEqual([[shown, shown, shown]])
  })

  test('has times that the clocks jump over, which are as much later', async () => {
    const later = shown.replace('01:00', '01:30')
    const texts = `select toDateTime('${day} 00:30'), toDateTime(properties.at) from events limit 1`
    expect(await ask(project, texts)).toEqual([[later, later]])
  })

  test('is the day of a filter on dates', async () => {
    expect(await countWith(project, 'is_date_exact', day)).toBe(4)
    expect(await countWith(project, 'is_date_before', day)).toBe(0)
    expect(await countWith(project, 'is_date_after', '2026-01-01')).toBe(4)
  })
})

test('texts in properties are the instants of the wall clock in every time zone', async () => {
  const zones = fc.sample(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), 40)
  for (const zone of new Set(['Pacific/Apia', 'Asia/Beirut', 'Australia/Lord_Howe', ...zones])) {
    // The engine has no data for this zone.
    if (zone === 'America/Coyhaique') continue
    const change = Temporal.Instant.from('2015-01-01T00:00Z')
      .toZonedDateTimeISO(zone)
      .getTimeZoneTransition('next')
    const near = (
      change ?? Temporal.Instant.from('2026-03-29T01:00Z').toZonedDateTimeISO(zone)
    ).toPlainDateTime()
    const times = [-90, -60, -45, -30, -15, 0, 20, 70].map((minutes) => near.add({ minutes }))
    const written = [...times.map(String), String(near.toPlainDate())]
    const values = written.map((one) => sql`(${text(one)})`)
    const rows = await server.app.engine.rows(
      sql`SELECT toString(${instantInText(sql`value`, zone)}) AS instant, toString(${dayInText(sql`value`, zone)}) AS day
FROM VALUES('value String', ${join(values, sql`, `)})`,
      { name: 'test', projectId: null },
    )
    const instants = times.map((one) => String(one.toZonedDateTime(zone).epochMilliseconds))
    const first = String(near.toPlainDate().toZonedDateTime(zone).epochMilliseconds)
    expect([zone, rows]).toEqual([
      zone,
      [...instants, first].map((instant, i) => ({ instant, day: written[i]?.slice(0, 10) })),
    ])
  }
})

test('a text that is no date is null in SQL, as in filters', async () => {
  const project = await server.newProject('No dates')
  const texts = [
    '2026-00-10',
    '01/02/2026',
    '2026-02-03 25:00:00',
    '2026-02-31',
    'yesterday',
    '2026-02-03 23:00:00',
  ]
  await server.capture(
    texts.map((since, i) => ({ event: 'due', distinct_id: `user ${i}`, properties: { since } })),
    project.token,
  )
  const dates = 'select properties.since, toDate(properties.since), toDateTime(properties.since) from events'
  expect(await ask(project, `${dates} order by distinct_id`)).toEqual(
    texts.map((one) =>
      one.endsWith('23:00:00') ? [one, '2026-02-03', '2026-02-03T23:00:00Z'] : [one, null, null],
    ),
  )
})

test('days before 1970 have their own months, weeks, days and hours', async () => {
  const project = await server.newProject('Birthdays', 'Europe/Berlin')
  const properties = { birthday: '1955-03-04 10:20:30' }
  await server.capture([{ event: 'due', distinct_id: 'ada', properties }], project.token)
  const birthday = 'toDateTime(properties.birthday)'
  const [row] = await ask(
    project,
    `select toStartOfYear(${birthday}), toStartOfMonth(${birthday}), toMonday(${birthday}), toStartOfWeek(${birthday}),
       dateTrunc('quarter', ${birthday}), toStartOfDay(${birthday}), toStartOfHour(${birthday}), toStartOfMinute(${birthday}),
       toStartOfFifteenMinutes(${birthday}) from events`,
  )
  expect(row).toEqual([
    ...['1955-01-01', '1955-03-01', '1955-02-28', '1955-02-27'],
    ...['1955-01-01T00:00:00+01:00', '1955-03-04T00:00:00+01:00', '1955-03-04T10:00:00+01:00'],
    ...['1955-03-04T10:20:00+01:00', '1955-03-04T10:15:00+01:00'],
  ])
  const { body } = await server.request('POST', `/api/projects/${project.id}/query/`, {
    query: {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'due' }],
      breakdownFilter: { breakdown_type: 'hogql', breakdown: `toStartOfYear(${birthday})` },
    },
  })
  expect(body.results.map(({ breakdown_value }: Record<string, unknown>) => breakdown_value)).toEqual([
    '1955-01-01',
  ])
})

test('hours in SQL are those of a trend on the nights on which the clocks of Lord Howe change', async () => {
  const project = await server.newProject('Hours', 'Australia/Lord_Howe')
  const changes = ['2026-04-04T15:00:00Z', '2026-10-03T15:30:00Z'].map((change) => Date.parse(change))
  const times = changes.flatMap((ms) => Array.from({ length: 40 }, (_, i) => ms + (i - 20) * 5 * MINUTE_MS))
  await server.capture(
    times.map((ms) => ({ event: 'due', distinct_id: 'ada', timestamp: new Date(ms).toISOString() })),
    project.token,
  )
  const hours = 'select toStartOfHour(timestamp) as hour, count() from events group by hour order by hour'
  const found = await ask(project, hours)
  const trend = async (date: string) => {
    const { body } = await server.request('POST', `/api/projects/${project.id}/query/`, {
      query: {
        kind: 'TrendsQuery',
        series: [{ kind: 'EventsNode', event: 'due' }],
        interval: 'hour',
        dateRange: { date_from: date, date_to: date },
      },
    })
    return body.results[0].data.filter((count: number) => count > 0)
  }
  const expected = [...(await trend('2026-04-05')), ...(await trend('2026-10-04'))]
  expect(found.map(([, count]) => count)).toEqual(expected)
  expect(found.map(([hour]) => hour)).toContain('2026-04-05T01:00:00+11:00')
  expect(found.map(([hour]) => hour)).toContain('2026-10-04T02:30:00+11:00')
  expect(await ask(project, hours.replace('toStartOfHour(', "dateTrunc('hour', "))).toEqual(found)
})

test('weeks in SQL begin on the day of the project, unless a mode tells the day', async () => {
  const project = await server.newProject('Weeks')
  await server.capture(
    [{ event: 'due', distinct_id: 'ada', timestamp: '2026-11-18T15:00:00Z' }],
    project.token,
  )
  const weeks = `select toStartOfWeek(timestamp), toStartOfWeek(timestamp, 0), toStartOfWeek(timestamp, 1), toStartOfWeek(timestamp, 3),
    toMonday(timestamp), toDate(dateTrunc('week', timestamp)) from events`
  const [sunday, monday] = ['2026-11-15', '2026-11-16']
  expect(await ask(project, weeks)).toEqual([[sunday, sunday, monday, monday, monday, monday]])
  await server.request('PATCH', `/api/projects/${project.id}/`, { week_start_day: 1 })
  expect(await ask(project, weeks)).toEqual([[monday, sunday, monday, monday, monday, monday]])
})
