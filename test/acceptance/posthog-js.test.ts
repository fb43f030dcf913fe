import { gunzipSync } from 'node:zlib'
import type { Browser, Page, Response } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launchChromium, type Site, sdkSnippet, serveSite, USER_AGENT } from '../fixtures/chromium.ts'
import { storedUuids } from '../fixtures/recording.ts'
import { type RecordingProxy, type SeenRequest, startRecordingProxy } from '../fixtures/recording-proxy.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()

let browser: Browser
let serverUrl = ''
const open: (RecordingProxy | Site)[] = []
beforeAll(async () => {
  serverUrl = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  browser = await launchChromium()
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
afterAll(async () => {
  await browser?.close()
})

const shop = (head: string) => `<!doctype html><html><head><title>Shop</title><link rel="icon" href="data:,">
${head}</head><body><button id="buy">Buy</button> <a id="leave" href="/page2.html">Leave</a></body></html>`

interface Visit {
  readonly project: TestProject
  readonly page: Page
  readonly proxy: RecordingProxy
  /** Errors and warnings of the browser. */
  readonly complaints: string[]
}

/** Opens a browser on a page of another origin than the server's. The page loads the SDK from the server. */
async function visit(script: string, options: object): Promise<Visit> {
  const project = await server.newProject()
  const proxy = await startRecordingProxy(serverUrl)
  const site = await serveSite(shop(sdkSnippet(script, project.token, { api_host: proxy.url, ...options })))
  open.push(proxy, site)
  const page = await browser.newPage({ userAgent: USER_AGENT })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('requestfailed', (request) => complaints.push(`${request.url()} ${request.failure()?.errorText}`))
  const viewed = page.waitForResponse(isOfCapture)
  await page.goto(`${site.url}/?utm_source=news`)
  await isLoaded(page)
  await viewed
  return { project, page, proxy, complaints }
}

// The SDK captures clicks only after it has loaded this.
const isLoaded = (page: Page) => page.waitForFunction('window.posthog?.autocapture?.isEnabled')

/**
 * Acts as a visitor who becomes the customer user-1. Waits for each response. Otherwise the SDK would
 * repeat requests that are under way when the page is left, and the test would take the repetitions for
 * faults.
 */
async function shopAround({ page }: Visit): Promise<void> {
  const clicked = page.waitForResponse(isOfCapture)
  await page.click('#buy')
  await page.evaluate(`posthog.capture('order placed', { amount: 19.95 })`)
  await clicked
  const identified = page.waitForResponse(isOfCapture)
  await page.evaluate(`posthog.identify('user-1', { email: 'user-1@example.com' })`)
  await identified
  await page.evaluate(`posthog.group('organization', 'org:5', { name: 'Acme' })`)
  await page.evaluate(`posthog.capture('after group')`)
}

/** Goes to another page while events still wait in the SDK. */
async function leave({ page }: Visit): Promise<void> {
  await page.evaluate(`posthog.capture('just before leaving')`)
  await page.click('#leave')
  await page.waitForURL('**/page2.html')
  await isLoaded(page)
}

interface SentEvent {
  readonly uuid: string
  readonly event: string
}

const CAPTURE_PATH = /^\/(?:i\/v0\/)?e\/$/
const isCapture = ({ method, url }: SeenRequest) =>
  method === 'POST' && CAPTURE_PATH.test(new URL(url, serverUrl).pathname)
const isOfCapture = (response: Response) =>
  response.request().method() === 'POST' && CAPTURE_PATH.test(new URL(response.url()).pathname)

function eventsIn({ body, headers }: SeenRequest): SentEvent[] {
  const inflated = body[0] === 0x1f ? gunzipSync(body) : body
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const data = new URLSearchParams(inflated.toString()).get('data') ?? ''
  const sent = JSON.parse((isForm ? Buffer.from(data, 'base64') : inflated).toString())
  return sent.batch ?? [sent].flat()
}

const storedAre = (project: TestProject, count: number) =>
  expect.poll(() => storedUuids(server, project)).toHaveLength(count)

/** Returns the number of events of each name, and the number of persons behind all of them. */
async function asked(project: TestProject, names: readonly string[]) {
  const { body } = await server.request('POST', `/api/projects/${project.id}/insights/trend/`, {
    events: [{ id: null, math: 'dau' }, ...names.map((id, i) => ({ id, order: i + 1 }))],
    interval: 'week',
  })
  const [persons, ...counts] = body.result.map((series: { data: number[] }) =>
    series.data.reduce((sum, count) => sum + count, 0),
  )
  return { persons, counts: Object.fromEntries(names.map((name, i) => [name, counts[i]])) }
}

function expectQuiet({ proxy, complaints }: Visit): void {
  expect(complaints).toEqual([])
  expect(proxy.seen.filter(({ status }) => status < 200 || status > 299)).toEqual([])
  expect(proxy.seen.filter(({ url }) => url.includes('retry_count'))).toEqual([])
  const sent = proxy.seen.filter(isCapture).flatMap(eventsIn)
  expect(new Set(sent.map(({ uuid }) => uuid)).size).toBe(sent.length)
}

const SENT = {
  $pageview: 2,
  $autocapture: 2,
  'order placed': 1,
  $identify: 1,
  $groupidentify: 1,
  'after group': 1,
  $feature_flag_called: 1,
  'just before leaving': 1,
}

test.each([
  ['array.js', {}],
  ['array.js', { disable_compression: true }],
  ['array.full.no-external.js', {}],
])('posthog-js by %s with %j: every event once, one person, an empty console', async (script, options) => {
  const visited = await visit(script, options)
  const { page, project } = visited
  await shopAround(visited)
  const flag = `new Promise((done) => posthog.onFeatureFlags(() => done(posthog.isFeatureEnabled('beta') ?? null)))`
  expect(await page.evaluate(flag)).toBe(null)
  await leave(visited)
  await storedAre(project, 10)
  await page.close()
  expect(await asked(project, Object.keys(SENT))).toEqual({ persons: 1, counts: SENT })
  expectQuiet(visited)
})
