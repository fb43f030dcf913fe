import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { usePage } from '../fixtures/use-page.ts'

const page = usePage()

/** Returns the name of the control with the focus; null if no control has it. */
async function focused(tab: Page): Promise<string | null> {
  const control = tab.locator(':focus')
  if ((await control.count()) === 0) return null
  return (await control.getAttribute('aria-label')) ?? control.textContent()
}

/** Presses Tab until the control with this name has the focus. */
async function tabTo(tab: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await tab.keyboard.press('Tab')
    if ((await focused(tab))?.trim() === name) return
  }
  throw new Error(`Tab does not come to ${name}`)
}

test('from sign-in to a saved insight on a dashboard, and the people behind it, without a mouse', async () => {
  const context = await page.browser({ session: 'none' })
  const tab = await context.newPage()
  const { keyboard } = tab
  await tab.goto(`${page.origin}/project/${page.project.id}/insights`)
  await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
  await keyboard.type('admin@throughline.local')
  await keyboard.press('Tab')
  await keyboard.type('correct horse battery')
  await keyboard.press('Enter')
  await tab.getByRole('heading', { name: 'Insights', exact: true }).waitFor()

  await keyboard.press('n')
  await tab.locator('figure canvas').waitFor()
  await keyboard.press('b')
  await tab.getByRole('combobox', { name: 'Break down by' }).waitFor()
  await keyboard.type('library')
  await tab.getByRole('option', { name: 'Library' }).first().waitFor()
  await keyboard.press('Enter')
  await tab.locator('.sentence').getByText('library').waitFor()
  await keyboard.press('Escape')
  await keyboard.press('s')
  const named = tab.getByRole('textbox', { name: 'Name of the insight' })
  await expect.poll(() => named.inputValue()).toBe('Number of $pageview events, by library')
  await keyboard.press('Enter')
  await tab.getByText(/ is saved$/).waitFor()
  const { body } = await page.server.request(
    'GET',
    `/api/projects/${page.project.id}/insights/?saved=true&order=-id&limit=100`,
  )
  const name: string = body.results
    .map((one: { name: string }) => one.name)
    .find((one: string) => /library/.test(one))

  await keyboard.press('/')
  await tab.getByRole('combobox', { name: 'Search' }).waitFor()
  await keyboard.type('Dashb')
  await keyboard.press('Enter')
  await tab.getByRole('heading', { name: 'Dashboards', exact: true }).waitFor()
  // The page that had the focus is gone: Tab goes on from the new one.
  await tabTo(tab, 'New dashboard')
  await keyboard.press('Enter')
  await tab.getByRole('heading', { name: 'Nothing is on this dashboard yet' }).waitFor()
  await tabTo(tab, 'Add')
  await keyboard.press('Enter')
  await tab.getByRole('dialog').waitFor()
  await keyboard.type('library')
  await tab.getByRole('dialog').getByRole('button', { name }).waitFor()
  await tabTo(tab, name)
  await keyboard.press('Enter')
  await tab.locator('section.tile canvas').waitFor()

  // The chart is one stop of the Tab key. The arrows go through its points, Enter opens a point, and Escape
  // gives the focus back.
  const hands = tab.locator('section.tile .chart__hands')
  await hands.focus()
  await keyboard.press('End')
  await keyboard.press('ArrowLeft')
  await keyboard.press('Enter')
  const panel = tab.getByRole('complementary', { name: /^Behind/ })
  await panel.locator('.who, .state').first().waitFor()
  expect(await panel.and(tab.locator(':focus')).count()).toBe(1)
  await keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await hands.and(tab.locator(':focus')).count()).toBe(1)
})

test('what opens by a key closes by Escape, and the focus is where it was', async () => {
  const tab = await page.open('dashboards')
  const { keyboard } = tab
  const button = tab.getByRole('button', { name: 'New dashboard' }).first()
  await button.focus()
  for (const [key, opened] of [
    ['?', tab.getByRole('dialog', { name: 'Keyboard shortcuts' })],
    ['/', tab.getByRole('combobox', { name: 'Search' })],
  ] as const) {
    await keyboard.press(key)
    await opened.waitFor()
    await keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
    expect(await button.and(tab.locator(':focus')).count()).toBe(1)
  }
  await keyboard.press('Enter')
  await tab.getByRole('heading', { name: 'Nothing is on this dashboard yet' }).waitFor()
  await keyboard.press('d')
  await tab.getByRole('button', { name: 'Yesterday' }).waitFor()
  await keyboard.press('Escape')
  await expect.poll(() => focused(tab)).toBe('Other dates')
  await keyboard.press('f')
  await tab.getByRole('combobox', { name: 'Property' }).waitFor()
  await keyboard.press('Escape')
  await expect.poll(() => focused(tab)).toBe('Add a filter for all tiles')
  const asked = tab.waitForRequest((request) => request.url().includes('/dashboards/'))
  await keyboard.press('r')
  await asked
  await keyboard.press('n')
  await tab.locator('.sentence').waitFor()
  await keyboard.press('e')
  const source = tab.getByRole('complementary', { name: 'Source' })
  await source.getByRole('textbox', { name: 'SQL' }).waitFor()
  await page.requireAccessible(tab)
  await keyboard.press('Escape')
  await source.waitFor({ state: 'detached' })
  await expect.poll(() => focused(tab)).toContain('Source')
})

test('letters typed while something opens go into its field, and are no commands', async () => {
  const tab = await page.open('insights/new')
  const { keyboard } = tab
  await tab.locator('figure canvas').waitFor()
  const opensBy = async (name: string, field: string, letters: string) => {
    await tab.getByRole('button', { name, exact: true }).focus()
    await keyboard.press('Enter')
    await keyboard.type(letters)
    const found = tab.getByRole('combobox', { name: field, exact: true })
    await expect.poll(() => found.inputValue()).toBe(letters)
    await keyboard.press('Escape')
    await found.waitFor({ state: 'detached' })
  }
  // S saves, E shows the source, N is a new insight, B, C, D and F open other pickers.
  await opensBy('Add a series', 'Events', 'sencbdf')
  await opensBy('Add a filter', 'Property', 'se')
  await opensBy('Add a breakdown', 'Break down by', 'se')
  await opensBy('Math of series A', 'Math of series A', 'se')
  await keyboard.press('/')
  await keyboard.type('se')
  await expect.poll(() => tab.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('se')
  await keyboard.press('Escape')
  await tab.getByRole('combobox', { name: 'Search' }).waitFor({ state: 'detached' })
  await tab.getByRole('button', { name: 'Compare with' }).focus()
  await keyboard.press('Enter')
  await keyboard.type('se')
  await tab.getByRole('menuitem', { name: 'A year earlier' }).waitFor()
  await keyboard.press('Escape')
  await tab.getByRole('menuitem', { name: 'A year earlier' }).waitFor({ state: 'detached' })
  await keyboard.press('d')
  await keyboard.type('se')
  await tab.getByRole('button', { name: 'Last 30 days' }).waitFor()
  expect(await tab.getByRole('textbox', { name: 'Name of the insight' }).count()).toBe(0)
  expect(await tab.getByRole('complementary', { name: 'Source' }).count()).toBe(0)
})

test.each(['Funnel', 'Retention', 'Paths', 'Stickiness', 'Lifecycle'])(
  '%s is chosen, filtered and saved without a mouse',
  async (kind) => {
    const tab = await page.open('insights/new')
    const { keyboard } = tab
    await tab.locator('figure canvas').waitFor()
    await tabTo(tab, kind)
    await keyboard.press('Enter')
    await tab.getByRole('tab', { name: kind, selected: true }).waitFor()
    await keyboard.press('f')
    await tab.getByRole('combobox', { name: 'Property' }).waitFor()
    await keyboard.type('$lib')
    await tab.getByRole('option', { name: /^Library \$lib$/ }).waitFor()
    await keyboard.press('Enter')
    await tab.getByRole('option', { name: /^web / }).waitFor()
    await keyboard.type('web')
    await keyboard.press('Enter')
    await keyboard.press('Escape')
    await tab.locator('.sentence', { hasText: 'Library is web' }).waitFor()
    await keyboard.press('s')
    await tab.getByRole('textbox', { name: 'Name of the insight' }).waitFor()
    await keyboard.type(`${kind} by keys`)
    await keyboard.press('Enter')
    await tab.getByText(`${kind} by keys is saved`).waitFor()
  },
)

test('another distance of a comparison is typed where its menu was, and compared with', async () => {
  const tab = await page.open('insights/new')
  const { keyboard } = tab
  await tab.locator('figure canvas').waitFor()
  await keyboard.press('c')
  const another = tab.getByRole('menuitem', { name: 'Earlier by…' })
  await another.waitFor()
  for (let presses = 0; presses < 9 && (await another.and(tab.locator(':focus')).count()) === 0; presses++)
    await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  const field = tab.getByRole('textbox', { name: 'Earlier by, such as 14d, 2w or 3m' })
  await field.and(tab.locator(':focus')).waitFor()
  await another.waitFor({ state: 'detached' })
  expect(await field.and(tab.locator(':focus')).count()).toBe(1)
  await keyboard.type('2w')
  await keyboard.press('Enter')
  await tab.locator('.sentence', { hasText: '2 weeks earlier' }).waitFor()
})
