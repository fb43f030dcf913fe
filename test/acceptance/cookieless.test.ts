import type { Browser, BrowserContext, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium, sdkSnippet, serveSite, USER_AGENT } from '../fixtures/chromium.ts'
import { seededRandom } from '../fixtures/seeded-random.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

// Visitors come through a proxy, which names each one's address.
const server = useApp({ THROUGHLINE_TRUSTED_PROXIES: 'loopback' })

const COOKIELESS = '$posthog_cookieless'
const HOUR = 3_600

interface Visitor {
  readonly address: string
  readonly userAgent: string
  readonly host: string
}
const VISITOR: Visitor = { address: '198.51.100.7', userAgent: 'a browser', host: 'shop.example' }

async function post(project: TestProject, visitor: Visitor, path: string, body: object): Promise<unknown> {
  const response = await server.app.server.inject({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Bearer ${project.token}`,
      'content-type': 'application/json',
      'x-forwarded-for': visitor.address,
      'user-agent': visitor.userAgent,
      origin: `https://${visitor.host}`,
    },
    payload: JSON.stringify(body),
  })
  expect(response.statusCode).toBe(200)
  return JSON.parse(response.body)
}

/** Sends events like a browser does that stores nothing. */
const send = (project: TestProject, visitor: Visitor, ...events: readonly object[]) =>
  post(project, visitor, '/batch/', {
    batch: events.map((event) => {
      const { properties, ...fields } = event as { properties?: object }
      const { userAgent, host } = visitor
      const facts = { $raw_user_agent: userAgent, $host: host, $device_id: null }
      return {
        ...{ event: '$pageview', distinct_id: COOKIELESS },
        ...fields,
        properties: { $cookieless_mode: true, ...facts, ...properties },
      }
    }),
  })

async function rowsOf(project: TestProject, query: string): Promise<unknown[][]> {
  const { body } = await server.request('POST', `/api/projects/${project.id}/query/`, {
    query: { kind: 'HogQLQuery', query },
    refresh: 'force_blocking',
  })
  return body.results
}
const idsOf = async (project: TestProject): Promise<string[]> =>
  (await rowsOf(project, 'SELECT distinct_id FROM events ORDER BY timestamp, event')).flat() as string[]

async function issuesOf(project: TestProject): Promise<{ reason: string; count: number; sample: unknown }[]> {
  const { body } = await server.request('GET', `/api/projects/${project.id}/ingestion/`)
  return body.rejected.filter(({ count }: { count: number }) => count > 0)
}

const keysOf = (project: TestProject) =>
  server.app.metadata
    .selectFrom('visitor_key')
    .select('day')
    .where('project_id', '=', project.id)
    .orderBy('day')
    .execute()
    .then((rows) => rows.map(({ day }) => day))

describe('visitors whose browser stores nothing', () => {
  test('are told apart by address, user agent and host, and keep an id for the day, also after a restart', async () => {
    const project = await server.newProject()
    const others: Visitor[] = [
      { ...VISITOR, address: '198.51.100.8' },
      { ...VISITOR, userAgent: 'another browser' },
      { ...VISITOR, host: 'docs.example' },
    ]
    for (const visitor of [VISITOR, VISITOR, ...others]) await send(project, visitor, {})
    await server.restart()
    await send(project, VISITOR, {})
    // If an event lacks the user agent and the host, they come from the headers of its request.
    await send(project, VISITOR, { properties: { $raw_user_agent: undefined, $host: undefined } })
    const ids = await idsOf(project)
    expect(new Set(ids).size).toBe(4)
    expect(ids.filter((id) => id === ids[0])).toHaveLength(4)
    expect(ids.every((id) => /^cookieless_[0-9a-f]{32}$/.test(id))).toBe(true)
  })

  test('have other ids in another project and on another day', async () => {
    const projects = [await server.newProject(), await server.newProject()] as const
    for (const project of projects) await send(project, VISITOR, {})
    const now = new Date(server.nowMs).toISOString()
    // In Berlin the day begins at 23:00 UTC. An event of the day before gets an id of that day, whenever
    // the event arrives.
    const berlin = await server.newProject('Berlin', 'Europe/Berlin')
    const at = (timestamp: string) => ({ timestamp })
    await send(berlin, VISITOR, at('2026-11-19T22:59:00Z'), at('2026-11-19T23:01:00Z'), at(now))
    const [[first], [second]] = [await idsOf(projects[0]), await idsOf(projects[1])]
    expect(first).not.toBe(second)
    const [before, after, today] = await idsOf(berlin)
    expect(before).not.toBe(after)
    expect(after).toBe(today)
  })

  test('leave neither address nor user agent, and a session of their own', async () => {
    const project = await server.newProject()
    await send(project, VISITOR, { properties: { $ip: VISITOR.address, plan: 'free' }, unknown_field: 1 })
    const [[id, session, properties]] = (await rowsOf(
      project,
      'SELECT distinct_id, properties.$session_id, properties FROM events',
    )) as [[string, string, string]]
    expect(session).toBe(id)
    expect(JSON.parse(properties)).toEqual({
      $cookieless_mode: true,
      $device_id: null,
      $host: VISITOR.host,
      $session_id: id,
      plan: 'free',
    })
    const everything = JSON.stringify(await issuesOf(project))
    expect(everything).toContain('unknown_field')
    expect(everything).not.toContain(VISITOR.address)
    expect(everything).not.toContain(VISITOR.userAgent)
  })

  test('sign in as themselves, and an alias of all visitors joins nobody', async () => {
    const project = await server.newProject()
    const second = { ...VISITOR, address: '198.51.100.8' }
    await send(project, VISITOR, {})
    await send(project, second, {}, {})
    const signIn = { event: '$identify', distinct_id: 'ada', properties: { $anon_distinct_id: COOKIELESS } }
    await send(project, VISITOR, signIn)
    await send(
      project,
      second,
      { event: '$create_alias', properties: { alias: 'bob' } },
      { event: '$create_alias', distinct_id: 'bob', properties: { alias: COOKIELESS } },
      { event: '$merge_dangerously', distinct_id: 'bob', properties: { alias: COOKIELESS } },
    )
    // An SDK of a server sends these properties when it passes on what browsers send.
    const passedOn = { $cookieless_mode: undefined, $anon_distinct_id: COOKIELESS }
    await send(project, second, { event: '$identify', distinct_id: 'cid', properties: passedOn })
    const views = await rowsOf(
      project,
      "SELECT count() FROM events WHERE event = '$pageview' GROUP BY person_id ORDER BY count()",
    )
    expect(views).toEqual([[1], [2]])
    expect(await issuesOf(project)).toEqual([
      expect.objectContaining({ reason: 'illegal_merge_id', count: 4 }),
    ])
    const { body } = await server.request('GET', `/api/projects/${project.id}/persons/`)
    const known = body.results.map(({ distinct_ids }: { distinct_ids: string[] }) => distinct_ids)
    expect(known).toContainEqual(expect.arrayContaining(['ada', expect.stringMatching(/^cookieless_/)]))
    expect(known.flat()).not.toContain(COOKIELESS)
    expect(known.filter((ids: string[]) => ids.includes('bob'))).toEqual([['bob']])
    expect(known.filter((ids: string[]) => ids.includes('cid'))).toEqual([['cid']])
  })

  test('have the same id in the second protocol', async () => {
    const project = await server.newProject()
    await send(project, VISITOR, {})
    const { userAgent, host } = VISITOR
    await post(project, VISITOR, '/i/v1/analytics/events/', {
      created_at: new Date(server.nowMs).toISOString(),
      batch: [
        {
          event: '$pageview',
          uuid: '0199e2a4-8a5c-7000-8000-000000000001',
          distinct_id: COOKIELESS,
          timestamp: new Date(server.nowMs).toISOString(),
          options: { cookieless_mode: true, process_person_profile: false },
          properties: { $raw_user_agent: userAgent, $host: host, $device_id: null },
        },
      ],
    })
    const [first, second] = await idsOf(project)
    expect(second).toBe(first)
  })

  test('an id that SDKs send for everybody is no person, whether or not the event is of such a browser', async () => {
    const project = await server.newProject()
    for (const distinct_id of [COOKIELESS, 'unknown'])
      await server.capture(
        [{ event: 'asked', distinct_id, properties: { $set: { plan: 'free' } } }],
        project.token,
      )
    const { body } = await server.request('GET', `/api/projects/${project.id}/persons/`)
    expect(body.results).toEqual([])
    expect(await idsOf(project)).toHaveLength(2)
  })
})

test('the key of a day is deleted 48 hours after its end, and its late events count for the day of their arrival', async () => {
  const project = await server.newProject()
  await send(project, VISITOR, { event: 'on the day' })
  const day = new Date(server.nowMs).toISOString()
  const at = (timestamp: string, event: string) => send(project, VISITOR, { timestamp, event })
  const idOf = async (event: string) =>
    (await rowsOf(project, `SELECT distinct_id FROM events WHERE event = '${event}'`)).flat()[0]
  // It is noon, so the day ends in 12 hours.
  server.nowMs += (60 * HOUR - 120) * 1_000
  await server.pass(60)
  await at(day, 'a retry in time')
  expect(await keysOf(project)).toContain(day.slice(0, 10))
  await server.pass(60)
  await at(day, 'a retry too late')
  await at(new Date(server.nowMs).toISOString(), 'on its arrival')
  expect(await keysOf(project)).not.toContain(day.slice(0, 10))
  expect(await idOf('a retry in time')).toBe(await idOf('on the day'))
  expect(await idOf('a retry too late')).not.toBe(await idOf('on the day'))
  expect(await idOf('a retry too late')).toBe(await idOf('on its arrival'))
})

describe('posthog-js in Chromium', () => {
  let browser: Browser
  let url = ''
  beforeAll(async () => {
    // The previous test has set the clock to midnight. An event of a few milliseconds ago would be of
    // another day.
    server.nowMs += HOUR * 1_000
    url = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  /** Matches the answer to a request with this event. The page also sends events when it is left. */
  const isOfEvent = (event: string) => (response: Response) =>
    /\/e\/(?:\?|$)/.test(response.url()) && (response.request().postData() ?? '').includes(`"${event}"`)
  const browserOf = (visitor: number): Promise<BrowserContext> =>
    browser.newContext({ userAgent: USER_AGENT.replace('Chrome/139', `Chrome/${139 + visitor}`) })

  /** Views pages and, if the visitor has a name, signs in after one of them. */
  async function browse(
    page: Page,
    site: string,
    mode: string,
    pages: number,
    name: string | null,
  ): Promise<void> {
    for (let i = 0; i < pages; i++) {
      const viewed = page.waitForResponse(isOfEvent('$pageview'))
      await page.goto(`${site}/${i}`)
      await page.waitForFunction('window.posthog?.__loaded')
      if (mode === 'on_reject' && i === 0) await page.evaluate('posthog.opt_out_capturing()')
      await viewed
      if (name === null || i !== pages - 1) continue
      const identified = page.waitForResponse(isOfEvent('$identify'))
      await page.evaluate(`posthog.identify('${name}', { email: '${name}@example.com' })`)
      await identified
    }
  }

  test.each(['always', 'on_reject'])(
    'cookieless_mode %s: three visitors of whom two sign in are three persons, each with the page views of one',
    async (mode) => {
      const project = await server.newProject()
      const random = seededRandom(mode.length)
      const site = await serveSite(
        `<!doctype html><html><head><title>Shop</title>${sdkSnippet('array.js', project.token, { api_host: url, cookieless_mode: mode, disable_compression: true })}</head></html>`,
      )
      const names = ['ada', 'bob', null]
      const pages = names.map(() => random.between(1, 3))
      for (const [visitor, name] of names.entries()) {
        const context = await browserOf(visitor)
        await browse(await context.newPage(), site.url, mode, pages[visitor] ?? 0, name)
        expect(await context.cookies()).toEqual([])
        await context.close()
      }
      await site.close()
      const rows = await rowsOf(
        project,
        "SELECT person.properties.email AS email, count() FROM events WHERE event = '$pageview' GROUP BY person_id, email ORDER BY email",
      )
      const byName = new Map(rows.map(([email, count]) => [email, count]))
      expect(byName).toEqual(
        new Map([
          ['ada@example.com', pages[0]],
          ['bob@example.com', pages[1]],
          [null, pages[2]],
        ]),
      )
      const { body } = await server.request('POST', `/api/projects/${project.id}/insights/trend/`, {
        events: [{ id: null, math: 'dau' }],
        display: 'BoldNumber',
      })
      expect(body.result[0].aggregated_value).toBe(3)
    },
  )
})
