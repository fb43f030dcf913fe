import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { usePage } from '../fixtures/use-page.ts'

const page = usePage()

/** The question in the address; null for a saved one without changes. */
function asked(tab: Page): Record<string, unknown> | null {
  const text = new URLSearchParams(new URL(tab.url()).hash.slice(1)).get('q')
  return text === null ? null : JSON.parse(text)
}

const addressOf = (node: unknown) => `insights/new#q=${encodeURIComponent(JSON.stringify(node))}`
const button = (tab: Page, name: string | RegExp) => tab.getByRole('button', { name, exact: true })
const sentence = (tab: Page) => tab.locator('.sentence')

/** Waits for the answer to the question that the sentence says. */
const answered = (tab: Page, text: string) => sentence(tab).getByText(text).waitFor()

const STANDS_STILL =
  "document.querySelector('.aging') === null && document.getAnimations().every(({ playState }) => playState !== 'running')"

/**
 * Waits until no older answer fades and no list opens or closes. Colours have intermediate values while
 * they do.
 */
async function requireAccessible(tab: Page): Promise<void> {
  // Playwright's own wait for an expression is an eval in the page, which the policy refuses.
  await expect.poll(() => tab.evaluate(STANDS_STILL)).toBe(true)
  await page.requireAccessible(tab)
}

test('a question is built by mouse from nothing, and Back takes each change back', async () => {
  const tab = await page.open('insights/new')
  await answered(tab, '$pageview')
  await button(tab, 'Event of series A: $pageview').click()
  await tab.getByRole('combobox', { name: 'Events' }).fill('pai')
  await tab.getByRole('option', { name: 'paid' }).click()
  await button(tab, 'Math of series A').click()
  await tab.getByRole('option', { name: 'unique persons' }).click()
  await button(tab, 'Add a series').click()
  await tab.getByRole('option', { name: 'app opened' }).click()
  await button(tab, 'Add a breakdown').click()
  await tab.getByRole('combobox', { name: 'Break down by' }).fill('library')
  await tab.getByRole('option', { name: 'Library' }).first().click()
  await button(tab, '30d').click()
  await button(tab, 'Bars').click()
  await answered(tab, '30 days')
  expect(await sentence(tab).textContent()).toBe(
    'Unique persons with paid and number of app opened events, per day, last 30 days, by library.',
  )
  await tab.locator('figure canvas').waitFor()
  expect(asked(tab)).toEqual({
    kind: 'TrendsQuery',
    series: [
      { kind: 'EventsNode', event: 'paid', math: 'dau' },
      { kind: 'EventsNode', event: 'app opened' },
    ],
    breakdownFilter: { breakdown: '$lib', breakdown_type: 'event' },
    dateRange: { date_from: '-30d' },
    trendsFilter: { display: 'ActionsBar' },
  })
  await requireAccessible(tab)
  await tab.goBack()
  await tab.goBack()
  await answered(tab, '7 days')
  expect(asked(tab)).not.toHaveProperty('dateRange')
  expect(asked(tab)).toHaveProperty('breakdownFilter')
})

test('a filter waits for its value, is offered values with counts, and is asked with several', async () => {
  const tab = await page.open('insights/new')
  await answered(tab, '$pageview')
  await button(tab, 'Add a filter').click()
  await tab.getByRole('combobox', { name: 'Property' }).fill('$lib')
  await tab.getByRole('option', { name: /^Library \$lib$/ }).click()
  await tab.locator('.chip--waits').waitFor()
  const values = tab.getByRole('combobox', { name: 'Values' })
  await tab.getByRole('option', { name: /^web [\d\s]+$/ }).click()
  await values.fill('cordova')
  await tab.getByRole('option', { name: /as typed/ }).click()
  await requireAccessible(tab)
  await tab.keyboard.press('Escape')
  await answered(tab, 'Library is web, cordova')
  expect(asked(tab)?.['properties']).toEqual([
    { type: 'event', key: '$lib', operator: 'exact', value: ['web', 'cordova'] },
  ])
})

test('keys alone build a question, move its series and change its kind', async () => {
  const tab = await page.open('insights/new')
  await answered(tab, '$pageview')
  const { keyboard } = tab
  await button(tab, 'Add a series').focus()
  await keyboard.press('Enter')
  await tab.getByRole('combobox', { name: 'Events' }).waitFor()
  await keyboard.type('paid')
  await keyboard.press('Enter')
  await answered(tab, 'paid')
  await button(tab, 'series B: move with Alt and the arrows').focus()
  await keyboard.press('Alt+ArrowUp')
  await button(tab, 'Event of series A: paid').waitFor()
  await keyboard.press('b')
  await tab.getByRole('combobox', { name: 'Break down by' }).waitFor()
  await keyboard.press('Escape')
  await keyboard.press('d')
  await button(tab, 'Last 7 days').waitFor()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await answered(tab, '30 days')
  await keyboard.press('5')
  await answered(tab, 'by the number of days with')
  expect(asked(tab)).toMatchObject({
    kind: 'StickinessQuery',
    series: [{ event: 'paid' }, { event: '$pageview' }],
    dateRange: { date_from: '-30d' },
  })
  await keyboard.press('e')
  await tab.getByRole('complementary', { name: 'Source' }).waitFor()
  expect(await tab.getByRole('textbox', { name: 'curl' }).inputValue()).toContain('$THROUGHLINE_KEY')
  await requireAccessible(tab)
  await keyboard.press('1')
  await answered(tab, 'Number of')
})

test('a formula is of the letters, and an error marks its field', async () => {
  const series = ['visited pricing', 'signed up'].map((event) => ({ kind: 'EventsNode', event, math: 'dau' }))
  const tab = await page.open(addressOf({ kind: 'TrendsQuery', series, dateRange: { date_from: '-90d' } }))
  await button(tab, 'Add a formula').click()
  await answered(tab, 'signed up ÷ visited pricing')
  const formula = tab.getByRole('textbox', { name: 'Formula of the letters above' })
  await formula.fill('B / C')
  await tab.locator('.series .wrong').waitFor()
  expect(await formula.getAttribute('aria-invalid')).toBe('true')
  expect(await tab.locator('.series .wrong').textContent()).toContain('C')
  await requireAccessible(tab)
  await formula.fill('B + A')
  await answered(tab, 'signed up + visited pricing')
  expect(await formula.getAttribute('aria-invalid')).toBe('false')
})

test('an answer without anything says what there is without the filter', async () => {
  const properties = [{ type: 'event', key: '$lib', operator: 'exact', value: ['none such'] }]
  const series = [{ kind: 'EventsNode', event: '$pageview' }]
  const tab = await page.open(addressOf({ kind: 'TrendsQuery', series, properties }))
  await tab.getByText(/There were [\d\s]+ in the last 7 days without this filter/).waitFor()
  await button(tab, 'Remove the filter').click()
  await tab.locator('figure canvas').waitFor()
  expect(asked(tab)).toEqual({ kind: 'TrendsQuery', series })
})

test('an insight is saved, changed, saved again, renamed, put into the bin and taken out; a copied link opens the same', async () => {
  const context = await page.browser()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const tab = await context.newPage()
  await tab.goto(`${page.origin}/project/${page.project.id}/insights/new`)
  await answered(tab, '$pageview')
  await button(tab, 'New insight').click()
  await tab.getByRole('textbox', { name: 'Name of the insight' }).fill('Views')
  await tab.keyboard.press('Enter')
  await button(tab, 'Save').click()
  await tab.getByText('Views is saved').waitFor()
  await tab.getByText('Saved', { exact: true }).waitFor()
  await button(tab, '30d').click()
  await tab.getByText('Not saved: dates changed').waitFor()
  await button(tab, 'More').click()
  await tab.getByRole('menuitem', { name: 'Copy link to this view' }).click()
  const link = await tab.evaluate<string>('navigator.clipboard.readText()')
  const other = await context.newPage()
  await other.goto(link)
  await answered(other, '30 days')
  await other.close()
  await button(tab, 'Save').click()
  await tab.getByText('Saved', { exact: true }).waitFor()
  expect(asked(tab)).toBeNull()
  await tab.reload()
  await answered(tab, '30 days')
  await button(tab, 'Favourite').click()
  await tab.locator('[aria-label="Favourite"][aria-pressed="true"]').waitFor()
  await button(tab, 'More').click()
  await tab.getByRole('menuitem', { name: 'Move to the bin' }).click()
  await tab.getByText('Views is in the bin').waitFor()
  await button(tab, 'Undo').click()
  await answered(tab, '30 days')
  await requireAccessible(tab)
})

test('a question that takes its time is cancelled, which closes its connection, and asked again', async () => {
  const tab = await page.open('insights/new')
  await answered(tab, '$pageview')
  const isQuery = (url: URL) => url.pathname.endsWith('/query/')
  // A connection that is stuck: the request leaves the page and reaches nobody.
  await tab.route(isQuery, () => undefined)
  // The server cancels a question that nobody waits for (test/acceptance/cancel.test.ts).
  const cancelled = tab.waitForEvent('requestfailed', (request) => isQuery(new URL(request.url())))
  await button(tab, '90d').click()
  await button(tab, 'Cancel').click()
  await cancelled
  await tab.getByRole('heading', { name: 'Cancelled' }).waitFor()
  await tab.unroute(isQuery)
  await button(tab, 'Refresh').click()
  await answered(tab, '90 days')
})

test.each(['query_memory_exceeded', 'query_timeout', 'query_too_large'])(
  'a question that fails with %s offers a shorter range',
  async (code) => {
    const tab = await page.open('insights/new')
    await answered(tab, '$pageview')
    const isQuery = (url: URL) => url.pathname.endsWith('/query/')
    // The page decides by the code. A status of 5xx would be an error in the console.
    const body = { type: 'invalid_request', code, detail: 'The question takes too much.', attr: null }
    await tab.route(isQuery, (route) => route.fulfill({ status: 400, json: body }))
    await button(tab, '90d').click()
    await tab.getByRole('heading', { name: 'This question is too large' }).waitFor()
    await tab.unroute(isQuery)
    await button(tab, 'Last 30 days').click()
    await answered(tab, '30 days')
  },
)

test('on a phone the question is behind a button', async () => {
  const tab = await page.open('insights/new', { viewport: { width: 390, height: 844 }, hasTouch: true })
  await tab.locator('figure canvas').waitFor()
  await requireAccessible(tab)
  await button(tab, /Edit$/).click()
  await button(tab, 'Add a series').click()
  await tab.getByRole('option', { name: 'paid' }).click()
  await button(tab, 'Event of series B: paid').waitFor()
  await tab.getByRole('combobox', { name: 'Events' }).waitFor({ state: 'detached' })
  await requireAccessible(tab)
  await button(tab, 'Show the answer').click()
  await tab.locator('.asked').getByText('paid').waitFor()
  const width = await tab.evaluate('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(390)
})
