import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePage } from '../fixtures/use-page.ts'
import { type Prepared, SCREENS } from '../screens/screens.ts'

const page = usePage()
let prepared: Prepared

beforeAll(async () => {
  const base = `/api/projects/${page.project.id}/`
  const { body } = await page.server.request('GET', `${base}insights/?saved=true`)
  prepared = {
    origin: page.origin,
    base: `${page.origin}/project/${page.project.id}`,
    insights: body.results,
    post: async (path, fields) => (await page.server.request('POST', base + path, fields)).body,
    share: async (path) => {
      const change = { enabled: true, may_change_dates: true }
      const sharing = await page.server.request('PATCH', `${base}${path}/sharing/`, change)
      return `${page.origin}/shared/${sharing.body.access_token}`
    },
  }
})

/** Collects every answer of 400 or more: a browser writes each into its console. */
function failuresIn(context: BrowserContext): string[] {
  const failures: string[] = []
  context.on('response', (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`)
  })
  return failures
}

async function requireAccessibleInBoth(tab: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await tab.emulateMedia({ colorScheme })
    await page.requireAccessible(tab)
  }
}

const PHONE = { width: 390, height: 844 }

/** Wide content scrolls in these on purpose. */
const SCROLLS =
  '.tabs, .settings__parts, .tile__body, .rtable, .gridwrap__scroll, .astable__scroll, .fscroll, .ftimes, .pscroll, .hbars'

/**
 * Returns the controls and cells that a phone does not show whole, the rows of tabs that other text covers,
 * and the search fields that cut their own name.
 */
async function cutOnPhone(tab: Page): Promise<string[]> {
  const before = tab.viewportSize()
  await tab.setViewportSize(PHONE)
  const outside = tab
    .locator('main :is(button, a, select, input, td, th):visible')
    .evaluateAll(
      (all, [scrolls, edge]) =>
        all
          .filter((one) => one.closest(scrolls) === null && one.getBoundingClientRect().right > edge)
          .map((one) => `outside: ${one.getAttribute('aria-label') ?? one.textContent}`),
      [SCROLLS, PHONE.width] as const,
    )
  const covered = tab
    .locator('nav:visible')
    .evaluateAll((all) =>
      all
        .filter((nav) => nav.scrollHeight > nav.clientHeight + 1)
        .map((nav) => `covered: ${nav.textContent}`),
    )
  const short = tab.locator('input[placeholder]:visible').evaluateAll((all) =>
    all
      .filter((input) => {
        const context = input.ownerDocument.createElement('canvas').getContext('2d')
        if (context === null) throw new Error('The browser has no canvas.')
        context.font = input.ownerDocument.defaultView?.getComputedStyle(input).font ?? ''
        return context.measureText(input.getAttribute('placeholder') ?? '').width > input.clientWidth
      })
      .map((input) => `short: ${input.getAttribute('placeholder')}`),
  )
  const cut = (await Promise.all([outside, covered, short])).flat()
  if (before !== null) await tab.setViewportSize(before)
  return cut
}

/** Number of screens that one browser can show in the time of a test. */
const AT_ONCE = 2
const groups = Array.from({ length: Math.ceil(SCREENS.length / AT_ONCE) }, (_, at) =>
  SCREENS.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
)

describe('every screen has no finding of axe in light and dark, nothing cut on a phone, an empty console:', () => {
  test.each(groups.map((screens) => [screens.map(({ name }) => name).join(', '), screens] as const))(
    '%s',
    async (_, screens) => {
      const context = await page.browser()
      const failures = failuresIn(context)
      const tab = await context.newPage()
      for (const { show } of screens) {
        await show(tab, prepared)
        await requireAccessibleInBoth(tab)
        expect(await cutOnPhone(tab)).toEqual([])
      }
      expect(failures).toEqual([])
    },
  )

  test.each([
    ['account/profile', 'Profile'],
    ['account/password', 'Password'],
    ['project/0/insights', 'You have no access to this project'],
  ])('/%s', async (place, heading) => {
    const context = await page.browser()
    const failures = failuresIn(context)
    const tab = await context.newPage()
    await tab.goto(`${page.origin}/${place}`)
    await tab.getByRole('heading', { name: heading }).first().waitFor()
    await requireAccessibleInBoth(tab)
    expect(failures).toEqual([])
  })
})

test('the console is empty for somebody who is not signed in, wherever they begin', async () => {
  const context = await page.browser()
  const tab = await context.newPage()
  // The browser remembers a dashboard, and its session has ended.
  const { id } = await prepared.post('dashboards/', { name: 'Remembered' })
  await tab.goto(`${prepared.base}/dashboards/${id}`)
  await tab.getByRole('heading', { name: 'Nothing is on this dashboard yet' }).waitFor()
  await context.clearCookies()
  const failures = failuresIn(context)
  const { base, origin } = prepared
  const places = ['/', '/sign-in', '/welcome', '/account/profile'].map((path) => origin + path)
  for (const place of [...places, `${base}/dashboards/${id}`, `${base}/insights/new`, `${base}/persons`]) {
    await tab.goto(place)
    await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
  }
  await page.requireAccessible(tab)
  expect(failures).toEqual([])
})

test('the console stays empty while questions overtake each other', async () => {
  const context = await page.browser()
  const failures = failuresIn(context)
  const tab = await context.newPage()
  await tab.goto(`${prepared.base}/insights/new`)
  await tab.locator('figure canvas').waitFor()
  for (const range of ['7d', '90d', '12m', '30d', '24h'])
    await tab.getByRole('button', { name: range, exact: true }).click()
  await tab.locator('.sentence', { hasText: '24 hours' }).waitFor()
  await tab.locator('.aging').waitFor({ state: 'detached' })
  expect(failures).toEqual([])
})
