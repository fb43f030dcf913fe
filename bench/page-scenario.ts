import { loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { makeDemo } from '../src/demo/make-demo.ts'
import { launchChromium } from '../test/fixtures/chromium.ts'
import { KEY, startMeasuredServer } from './measured-server.ts'

const SIGN_IN = { email: 'admin@throughline.local', password: 'correct horse battery' }
const DEMO_EVENTS = 40_000
const IDLE_MS = 10_000

/**
 * The page on the demo, in a new browser each round as a visitor of yesterday has it: signed in, with its last dashboard, answers cached.
 * Times in ms from asking for `/`; scripts as they were sent, in bytes; the memory of the server in MiB.
 */
export async function* measurePage(folder: string, rounds: number): AsyncGenerator<object> {
  const server = await startMeasuredServer(folder, { THROUGHLINE_INIT_USER_PASSWORD: SIGN_IN.password })
  const browser = await launchChromium()
  try {
    await idle()
    yield { measure: 'page', idle_mib: server.memoryMiB().now, opened: false, load: loadavg()[0] }
    const start = await prepared(server.url)
    for (let round = 0; round < rounds; round++) {
      const { ms, bytes } = await openChart(browser, server.url, start)
      // The first round computes the answers.
      yield { measure: 'page', round, to_chart_ms: ms, script_bytes: bytes, load: loadavg()[0] }
    }
    await idle()
    yield { measure: 'page', idle_mib: server.memoryMiB().now, opened: true, load: loadavg()[0] }
  } finally {
    await browser.close()
    await server.stop()
  }
}

const idle = () => new Promise((resolve) => setTimeout(resolve, IDLE_MS))

interface Start {
  readonly projectId: number
  readonly dashboardId: number
}

/** The demo, and a dashboard of its insights. */
async function prepared(url: string): Promise<Start> {
  const { project, insights } = await makeDemo({
    ...{ url, personalApiKey: KEY, seed: 1, eventCount: DEMO_EVENTS, nowMs: Date.now() },
    signal: new AbortController().signal,
    onProject: () => undefined,
    onProgress: () => undefined,
  })
  const answer = await fetch(`${url}/api/projects/${project.id}/dashboards/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Demo', tiles: insights.map(({ id }) => ({ insight: id })) }),
  })
  const { id } = (await answer.json()) as { readonly id: number }
  return { projectId: project.id, dashboardId: id }
}

async function openChart(browser: Browser, url: string, start: Start) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.request.post(`${url}/api/login/`, { data: SIGN_IN })
  const page = await context.newPage()
  // The place where the page keeps its last dashboard; the document itself is no part of the measure.
  await page.goto(`${url}/api/setup/`)
  await page.evaluate(
    `localStorage.setItem('throughline.last-dashboard', '${start.projectId}/${start.dashboardId}')`,
  )
  const bytes = countScripts(page)
  const begunMs = performance.now()
  await page.goto(`${url}/`, { waitUntil: 'commit' })
  await page.locator('.tile canvas').first().waitFor()
  const ms = Math.round(performance.now() - begunMs)
  const sent = await bytes()
  await context.close()
  return { ms, bytes: sent }
}

/** The bytes of scripts that the page has loaded, as they were sent. */
function countScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.js')) sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
