import { beforeAll, describe, expect, test } from 'vitest'
import type { Interval } from '../../src/query/interval.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'
import { bucketKey, bucketKeys, dayOf, isInRange } from '../oracle/range-definition.ts'

const server = useApp()
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A zone, and the first instant after its clocks change; in Kathmandu, which has no summer time, a midnight. */
const CHANGES = [
  // By half an hour: an hour of 90 minutes, and one of 30.
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  // Midnight happens twice, and not at all.
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
  // An event each 7 minutes for a day before and after the change, and each 13 hours for six weeks.
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
