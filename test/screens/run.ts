import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { openApp } from '../../src/app/compose.ts'
import { parseConfig } from '../../src/app/config.ts'
import { makeDemo } from '../../src/demo/make-demo.ts'
import { processTimer } from '../../src/shared/clock.ts'
import { bundleWalkWorker } from '../fixtures/bundled-program.ts'
import { launchChromium } from '../fixtures/chromium.ts'
import { type Prepared, SCREENS } from './screens.ts'

const KEY = 'phx_screens_0123456789abcdef'
const SIGN_IN = { email: 'admin@throughline.local', password: 'correct horse battery' }
const DEMO_EVENTS = 40_000
const WINDOWS = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true },
} as const

/**
 * `npm run screens [name …]`: takes a picture of each screen in light, dark and phone width, into
 * docs/screens.
 */
async function run(names: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-screens-'))
  const pictures = fileURLToPath(new URL('../../docs/screens', import.meta.url))
  await mkdir(pictures, { recursive: true })
  const app = await openApp(
    parseConfig({
      THROUGHLINE_DATA_DIR: folder,
      THROUGHLINE_INIT_USER_PASSWORD: SIGN_IN.password,
      THROUGHLINE_INIT_PERSONAL_API_KEY: KEY,
    }),
    { clock: Date.now, timer: processTimer, isLogging: false, walkWorker: await bundleWalkWorker() },
  )
  const browser = await launchChromium()
  try {
    const origin = await app.server.listen({ port: 0, host: '127.0.0.1' })
    const prepared = await prepare(origin)
    for (const [window, options] of Object.entries(WINDOWS)) {
      const page = await signedIn(browser, origin, options)
      for (const { name, show } of SCREENS) {
        if (names.length > 0 && !names.includes(name)) continue
        await show(page, prepared)
        await page.screenshot({ path: join(pictures, `${name}-${window}.png`) })
      }
      await page.context().close()
    }
  } finally {
    await browser.close()
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function prepare(origin: string): Promise<Prepared> {
  const { project, insights } = await makeDemo({
    url: origin,
    personalApiKey: KEY,
    seed: 1,
    eventCount: DEMO_EVENTS,
    nowMs: Date.now(),
    signal: new AbortController().signal,
    onProject: () => undefined,
    onProgress: () => undefined,
  })
  const base = `${origin}/project/${project.id}`
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${origin}/api/projects/${project.id}/${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  return {
    ...{ origin, base, insights },
    post: async (path, body) => (await send('POST', path, body)) as { readonly id: number },
    async share(path) {
      const link = await send('PATCH', `${path}/sharing/`, { enabled: true, may_change_dates: true })
      return `${origin}/shared/${(link as { readonly access_token: string }).access_token}`
    },
  }
}

async function signedIn(browser: Browser, origin: string, options: object): Promise<Page> {
  const context = await browser.newContext(options)
  await context.request.post(`${origin}/api/login/`, { data: SIGN_IN })
  return context.newPage()
}

await run(process.argv.slice(2))
