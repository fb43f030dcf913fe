import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Demo, makeDemo } from '../../src/demo/make-demo.ts'
import { tellStory } from '../../src/demo/story.ts'
import { withAnswers } from '../fixtures/asked-document.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

const HOUR_MS = 3_600_000
// Now is a Friday, 12:00 UTC. The deploy 60 days before was on Monday 2026-09-21.
const server = useApp()
const DEPLOY_DAY = '2026-09-21'
const ANALYST = fileURLToPath(new URL('../../docs/analyst.md', import.meta.url))

interface Series {
  readonly data: number[]
  readonly days: string[]
}

let url = ''
let demo: Demo
const fill = (eventCount: number, seed = 1) =>
  makeDemo({
    url,
    personalApiKey: KEY,
    seed,
    eventCount,
    nowMs: server.nowMs,
    signal: new AbortController().signal,
    onProject() {},
    onProgress() {},
  })

beforeAll(async () => {
  url = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  demo = await fill(120_000)
}, 180_000)

/** Computes the answer of a saved insight now. */
async function saved(name: string) {
  const insight = demo.insights.find((one) => one.name === name)
  const path = `/api/projects/${demo.project.id}/insights/${insight?.id}/?refresh=true`
  const { status, body } = await server.request('GET', path)
  expect([name, status]).toEqual([name, 200])
  return body.results
}
const series = async (name: string): Promise<Series[]> => saved(name)
const counts = (steps: { count: number }[]): number[] => steps.map((step) => step.count)
const ask = async (kind: 'trend' | 'funnel', body: object) =>
  (await server.request('POST', `/api/projects/${demo.project.id}/insights/${kind}/`, body)).body.result

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
const mean = (values: readonly number[]) => sum(values) / values.length
function expectBetween(value: number, least: number, most: number): void {
  expect(value).toBeGreaterThanOrEqual(least)
  expect(value).toBeLessThanOrEqual(most)
}

describe('the demo project', () => {
  test('holds every event that was sent, about as many as asked for', async () => {
    expectBetween(demo.sentEvents, 114_000, 126_000)
    expect(demo.countedEvents).toBe(demo.sentEvents)
  })

  test('has saved insights with a name, a description and tags', async () => {
    const { body } = await server.request('GET', `/api/projects/${demo.project.id}/insights/`)
    expect(body.count).toBe(8)
    for (const insight of body.results)
      expect(insight).toMatchObject({
        name: expect.stringMatching(/\w/),
        description: expect.stringMatching(/\w/),
        tags: expect.arrayContaining(['demo']),
        saved: true,
        query: { kind: 'InsightVizNode' },
      })
  })

  test('is a new project for each run, although the events have the same uuids', async () => {
    const first = await fill(10_000)
    const second = await fill(10_000)
    expect(second.project.id).not.toBe(first.project.id)
    expect([second.sentEvents, second.countedEvents]).toEqual([first.sentEvents, first.countedEvents])
  })
})

// `npm run readme` runs this test and lets it write the file.
test('docs/analyst.md has the answers of the server', { timeout: 240_000 }, async () => {
  const asked = await readFile(ANALYST, 'utf8')
  const replaced = {
    'http://127.0.0.1:8000/api/projects/2': `${url}/api/projects/${demo.project.id}`,
    phx_0123456789abcdef: KEY,
  }
  await expect(await withAnswers(asked, replaced)).toMatchFileSnapshot(ANALYST)
})

describe('mobile converts half as well as desktop', () => {
  test('in the saved funnels', async () => {
    const [desktop, mobile] = [
      counts(await saved('From pricing to activated, on desktop')),
      counts(await saved('From pricing to activated, on mobile')),
    ]
    const shares = ([pricing = 0, signedUp = 0, activated = 0]: number[]) => [
      signedUp / pricing,
      activated / signedUp,
    ]
    // 60 % on desktop and 30 % on mobile sign up, then 80 % activate. A few of the last days have not
    // activated yet.
    const [desktopSignUp = 0, desktopActivation = 0] = shares(desktop)
    const [mobileSignUp = 0, mobileActivation = 0] = shares(mobile)
    expectBetween(desktopSignUp, 0.58, 0.61)
    expectBetween(mobileSignUp, 0.28, 0.31)
    expectBetween(desktopActivation, 0.77, 0.81)
    expectBetween(mobileActivation, 0.77, 0.81)
    expectBetween(mobileSignUp / desktopSignUp, 0.47, 0.53)
  })

  test('on iOS as in all mobile systems, asked ad hoc', async () => {
    const properties = [{ key: '$os', value: 'iOS', operator: 'exact', type: 'event' }]
    const [pricing = 0, signedUp = 0] = counts(
      await ask('funnel', {
        events: [{ id: 'visited pricing' }, { id: 'signed up', order: 1 }],
        properties,
        date_from: '-180d',
      }),
    )
    // About 360 persons are 30 %, plus or minus two standard deviations of 2.4 %.
    expectBetween(signedUp / pricing, 0.25, 0.35)
  })
})

describe('accounts that invite early retain twice as well', () => {
  test('week after week in the saved trend', async () => {
    const [early, others] = await series('People who came back, by early invitation')
    const ratios = early?.data.map((persons, week) => persons / (others?.data[week] ?? 0)) ?? []
    expect(ratios).toHaveLength(13)
    // The first and last week are left out: the range begins within the first, and the current one is not
    // over. In a whole week the smaller half has about 40 to 80 persons, so the ratio varies by 15 % either
    // way.
    for (const ratio of ratios.slice(1, -1)) expectBetween(ratio, 1.7, 2.3)
    expectBetween(sum(early?.data ?? []) / sum(others?.data ?? []), 1.9, 2.1)
  })

  test('of the persons of the first week, in their ninth', async () => {
    const share = async (hasInvitedEarly: boolean) => {
      const opened = (week: number, order: number) => ({
        id: 'app opened',
        order,
        properties: [{ key: 'weeks_since_signup', value: week }],
      })
      const whose = [{ key: 'account_invited_early', value: hasInvitedEarly }]
      const [first = 0, ninth = 0] = counts(
        await ask('funnel', {
          events: [opened(0, 0), opened(8, 1)],
          properties: whose,
          date_from: '-180d',
          funnel_window_interval: 63,
          funnel_window_interval_unit: 'day',
        }),
      )
      return ninth / first
    }
    // Persons who have not reached that week lower both shares alike. The smaller half then has about 55
    // persons, so the ratio varies by 15 % either way.
    expectBetween((await share(true)) / (await share(false)), 1.7, 2.3)
  })

  test('and an account invites early exactly when it invites within three days of signing up', async () => {
    const events = await tellStory({ seed: 1, eventCount: 120_000, nowMs: server.nowMs })
    const accounts = new Set(events.map(({ visitor }) => visitor.person.account))
    expect(accounts.size).toBe(40)
    for (const account of accounts) {
      const first = (name: string) =>
        events.find((event) => event.name === name && event.visitor.person.account === account)?.atMs ??
        Infinity
      const isWithinThreeDays = first('invited teammate') - first('signed up') <= 72 * HOUR_MS
      expect([account.name, isWithinThreeDays]).toEqual([account.name, account.invitesEarly])
    }
  })
})

describe('a deploy broke the payments of one day', () => {
  test('payments fail and few get through', async () => {
    const [paid, failed] = await series('Payments and failed payments')
    const days = paid?.days ?? []
    const broken = days.indexOf(DEPLOY_DAY)
    expect(broken).toBe(30) // The 30 days from 90 days ago to 60 days ago.
    const around = (data: readonly number[] = []) => [
      ...data.slice(broken - 7, broken),
      ...data.slice(broken + 1, broken + 8),
    ]
    expect(paid?.data[broken]).toBeLessThan(0.5 * Math.min(...around(paid?.data)))
    expect(failed?.data[broken]).toBeGreaterThan(10 * Math.max(...around(failed?.data)))
  })

  test('and version 2.4.0 was out on that day only', async () => {
    const [broken, others] = await series('Failed payments, version 2.4.0 against all others')
    const daysWith = (one: Series | undefined) => one?.days.filter((_, i) => one.data[i] !== 0)
    expect(daysWith(broken)).toEqual([DEPLOY_DAY])
    expect(daysWith(others)).not.toContain(DEPLOY_DAY)

    const [opened] = await ask('trend', {
      events: [{ id: 'app opened', properties: [{ key: 'app_version', value: '2.4.0' }] }],
      date_from: '-180d',
    })
    expect(daysWith(opened)).toEqual([DEPLOY_DAY])
  })
})

describe('rhythm and growth', () => {
  test('weekends are quiet', async () => {
    for (const { data, days } of await series('Visitors and active people, day by day')) {
      const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())
      // Today is half over.
      const whole = days.slice(0, -1).map((day, i) => ({ day, persons: data[i] ?? 0 }))
      const at = (weekend: boolean) =>
        whole.filter(({ day }) => isWeekend(day) === weekend).map(({ persons }) => persons)
      expect(Math.max(...at(true))).toBeLessThan(Math.min(...at(false)))
      expect(mean(at(true))).toBeLessThan(0.6 * mean(at(false)))
    }
  })

  test('every four weeks have more active people than the four before', async () => {
    const [active] = await series('Weekly active people since the start')
    // The range has 26 weeks, and the last one is not over.
    const whole = active?.data.slice(0, -1) ?? []
    const quarters = [0, 4, 8, 12, 16, 20].map((week) => mean(whole.slice(week, week + 4)))
    for (const [i, persons] of quarters.slice(1).entries())
      expect(persons).toBeGreaterThan(quarters[i] ?? Infinity)
    expect(quarters[5]).toBeGreaterThan(4 * (quarters[0] ?? Infinity))
  })
})

describe('the story', () => {
  const story = async (seed: number, nowMs = server.nowMs) =>
    (await tellStory({ seed, eventCount: 20_000, nowMs })).map(({ atMs, name, visitor }) => [
      atMs - nowMs,
      name,
      visitor.person.email,
    ])

  test('is the same for the same seed, and as long before any day of the same weekday', async () => {
    const first = await story(1)
    expect(await story(1)).toEqual(first)
    expect(await story(1, server.nowMs + 7 * 24 * HOUR_MS)).toEqual(first)
    expect(await story(2)).not.toEqual(first)
  })

  test('has 1,500 persons for 120,000 events, none of them in the future', async () => {
    const events = await tellStory({ seed: 1, eventCount: 120_000, nowMs: server.nowMs })
    // Some of the 1,500 persons arrive later today.
    expectBetween(new Set(events.map(({ visitor }) => visitor.person)).size, 1_480, 1_500)
    expect(events.at(-1)?.atMs).toBeLessThanOrEqual(server.nowMs)
    expect(events[0]?.atMs).toBeGreaterThan(server.nowMs - 181 * 24 * HOUR_MS)
  })
})
