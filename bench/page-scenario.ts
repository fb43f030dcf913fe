import { loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { makeDemo } from '../src/demo/make-demo.ts'
import { launchChromium } from '../test/fixtures/chromium.ts'
import { KEY, startMeasuredServer } from './measured-server.ts'

const SIGN_IN = { email: 'admin@throughline.local', password: 'correct horse battery' }
const DEMO_EVENTS = 40_000
const IDLE_MS = 10_000

/**
 * Measures the page on the demo, in a new browser each round. The user is signed in and has a last
 * dashboard, the answers are cached, and the browser's cache has no file of the page. Times are in ms from
 * the request for `/`, scripts are in bytes as they were sent, and the memory of the server is in MiB.
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
      // In the first round, the answers are computed.
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

/** Makes the demo, and a dashboard of its insights. */
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

/**
 * Sets `window.whenDrawn`: the ms from the request for the page to the frame in which a chart shows
 * something. The time is measured inside the page, because a test that waits checks only every half a
 * second.
 */
const WHEN_DRAWN = `
  window.whenDrawn = new Promise((resolve) => {
    const small = Object.assign(document.createElement('canvas'), { width: 32, height: 16 }).getContext('2d', { willReadFrequently: true })
    const look = () => {
      const chart = document.querySelector('.tile canvas')
      if (chart !== null && chart.width > 0) {
        small.drawImage(chart, 0, 0, 32, 16)
        if (small.getImageData(0, 0, 32, 16).data.some((value) => value > 0)) return resolve(performance.now())
      }
      requestAnimationFrame(look)
    }
    look()
  })
`

async function openChart(browser: Browser, url: string, start: Start) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.request.post(`${url}/api/login/`, { data: SIGN_IN })
  const page = await context.newPage()
  // The document is opened only for its storage, in which the page keeps its last dashboard. It is not
  // measured.
  await page.goto(`${url}/api/setup/`)
  await page.evaluate(
    `localStorage.setItem('throughline.last-dashboard', '${start.projectId}/${start.dashboardId}')`,
  )
  const bytes = countScripts(page)
  await page.addInitScript(WHEN_DRAWN)
  await page.goto(`${url}/`, { waitUntil: 'commit' })
  const ms = Math.round(Number(await page.evaluate('window.whenDrawn')))
  const sent = await bytes()
  await context.close()
  return { ms, bytes: sent }
}

/** Counts the bytes of the scripts that the page has loaded, as they were sent. */
function countScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.js')) sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
