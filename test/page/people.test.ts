import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { usePage } from '../fixtures/use-page.ts'

const page = usePage()

const step = (event: string) => ({ kind: 'EventsNode', event })
const FUNNEL = {
  kind: 'FunnelsQuery',
  series: [step('visited pricing'), step('signed up')],
  dateRange: { date_from: '-180d' },
}
const addressOf = (question: unknown, more: Record<string, string> = {}) =>
  `insights/new#${new URLSearchParams({ q: JSON.stringify(question), ...more })}`

const digits = (text: string | null): number => Number(text?.replaceAll(/\D/g, ''))
const panelOf = (tab: Page) => tab.getByRole('complementary', { name: /^Behind/ })

/** Opens the funnel and clicks the hatched part of its second bar. */
async function openDrop(options?: Parameters<typeof page.open>[1]) {
  const tab = await page.open(addressOf(FUNNEL), options)
  const bar = tab.getByRole('button', { name: /^Before signed up: .* dropped$/ })
  const count = digits(await bar.getAttribute('aria-label'))
  await bar.click()
  const panel = panelOf(tab)
  await panel.locator('.who').first().waitFor()
  return { tab, bar, count, panel }
}

test('a number opens exactly its people, each explained, and Esc gives the focus back', async () => {
  const { tab, bar, count, panel } = await openDrop()
  expect(count).toBeGreaterThan(10)
  expect(digits(await panel.getByRole('tab', { name: /^Dropped/ }).textContent())).toBe(count)
  expect(await panel.locator('.people__acts [role=status]').textContent()).toBe(`1 to ${count}`)
  const file = await tab.request.get(
    new URL((await panel.getByRole('link', { name: 'CSV' }).getAttribute('href')) ?? '', page.origin).href,
  )
  expect((await file.text()).trim().split('\n')).toHaveLength(count + 1)

  await panel.locator('.who__open').first().click()
  await panel.getByText('Why this person is here').waitFor()
  await panel
    .getByText('2 signed up: not done')
    .or(panel.getByText(/^2 signed up: (not yet|too late)$/))
    .waitFor()
  expect(await panel.getByRole('link', { name: 'Open profile' }).getAttribute('href')).toMatch(
    /^\/project\/\d+\/persons\/[0-9a-f-]{36}$/,
  )
  await page.requireAccessible(tab)

  await tab.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await bar.and(tab.locator(':focus')).count()).toBe(1)
})

test('the keys j and k go to the neighbouring number, and a copied link opens the same list', async () => {
  const { tab, panel } = await openDrop()
  await panel.getByRole('tab', { name: /^Went on/ }).click()
  await panel.locator('.who').first().waitFor()
  const title = await panel.getByRole('heading', { level: 2 }).textContent()
  expect(title).toBe('Before signed up')
  const again = await tab.context().newPage()
  await again.goto(tab.url())
  const copy = panelOf(again)
  await copy.locator('.who').first().waitFor()
  expect(await copy.getByRole('tab', { name: /^Went on/ }).getAttribute('aria-selected')).toBe('true')

  await panel.getByRole('button', { name: 'Close' }).click()
  await tab.getByRole('button', { name: /^visited pricing: / }).click()
  await panel.getByRole('heading', { name: 'Visited pricing' }).waitFor()
  await tab.keyboard.press('j')
  await panel.getByRole('heading', { name: 'Signed up' }).waitFor()
  await tab.keyboard.press('k')
  await panel.getByRole('heading', { name: 'Visited pricing' }).waitFor()
})

test('the people of a drop become a cohort, and a trend asks about them', async () => {
  const { tab, count, panel } = await openDrop()
  await panel.getByRole('button', { name: 'Save as cohort' }).click()
  await panel.getByLabel('Name of the cohort').fill('Left the prices')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.getByText(`${count} persons are in Left the prices.`).waitFor()
  await panel.getByRole('link', { name: 'New insight with this cohort' }).click()
  await tab.locator('figure canvas').waitFor()
  const question = JSON.parse(new URLSearchParams(new URL(tab.url()).hash.slice(1)).get('q') ?? '')
  const [filter] = question.properties
  expect(filter).toEqual({ type: 'cohort', key: 'id', value: expect.any(Number) })
  const path = `/api/projects/${page.project.id}/cohorts/${filter.value}/`
  expect(await (await tab.request.get(page.origin + path)).json()).toMatchObject({
    name: 'Left the prices',
    is_static: true,
    count,
  })
})

test('an Undo that cannot reach the server is told, and the cohort stays', async () => {
  const { tab, panel } = await openDrop({ goesOffline: true })
  await panel.getByRole('button', { name: 'Save as cohort' }).click()
  await panel.getByLabel('Name of the cohort').fill('Not undone')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  const undo = tab.locator('.toast').getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  await tab.context().setOffline(true)
  await undo.click()
  await tab.locator('.toast', { hasText: 'The server does not answer.' }).waitFor()
  const { body } = await page.server.request('GET', `/api/projects/${page.project.id}/cohorts/?search=undone`)
  expect(body.results).toMatchObject([{ name: 'Not undone', deleted: false }])
})

test('a number of a formula opens the people of each of its series, by letter and name', async () => {
  const formula = {
    kind: 'TrendsQuery',
    series: [
      { ...step('visited pricing'), math: 'dau' },
      { ...step('signed up'), math: 'dau' },
    ],
    dateRange: { date_from: '-180d' },
    trendsFilter: { formula: 'B / A', display: 'ActionsTable' },
  }
  const tab = await page.open(addressOf(formula))
  await tab.locator('.rtable__open').first().click()
  const panel = panelOf(tab)
  const list = panel.getByRole('tab', { name: /^B signed up/ })
  await list.click()
  await panel.locator('.who').first().waitFor()
  expect(await panel.getByRole('tab', { name: /^A visited pricing/ }).count()).toBe(1)
  expect(await panel.locator('.people__acts [role=status]').textContent()).toMatch(
    new RegExp(`of ${digits(await list.textContent())}$|^1 to ${digits(await list.textContent())}$`),
  )
})

test('who has an event becomes a cohort that follows', async () => {
  const series = [{ ...step('signed up'), math: 'dau' }]
  const trend = {
    kind: 'TrendsQuery',
    series,
    dateRange: { date_from: '-180d' },
    trendsFilter: { display: 'ActionsTable' },
  }
  const tab = await page.open(addressOf(trend))
  await tab.locator('.rtable__open').first().click()
  const panel = panelOf(tab)
  await panel.getByRole('button', { name: 'Save as cohort' }).click()
  await panel.getByRole('button', { name: 'Later ones too' }).click()
  await panel.getByText('everybody with signed up in the last 180 days').waitFor()
  await panel.getByLabel('Name of the cohort').fill('Signed up lately')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.getByText(/persons are in Signed up lately/).waitFor()
  const { body } = await page.server.request('GET', `/api/projects/${page.project.id}/cohorts/?search=lately`)
  expect(body.results).toMatchObject([{ is_static: false, count: expect.any(Number) }])
})

test('a search narrows the list, and says so when it finds nobody', async () => {
  const { panel } = await openDrop()
  const search = panel.getByRole('searchbox', { name: 'Search these people' })
  await search.fill('nobody-has-this')
  await panel.getByRole('heading', { name: /^Nobody matches/ }).waitFor()
  await panel.getByRole('button', { name: 'Clear the search' }).click()
  await panel.locator('.who').first().waitFor()
})

test('an address that is no list of people is not asked', async () => {
  const at = JSON.stringify({ peopleUrl: '/api/users/@me/', title: 'Forged', count: 1 })
  const tab = await page.open(addressOf(FUNNEL, { at }))
  await tab.getByRole('alert').getByText('names no list of people').waitFor()
})

test('on a phone the people are a sheet', async () => {
  const { tab, panel } = await openDrop({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const box = await panel.boundingBox()
  expect(box?.width).toBe(390)
  await page.requireAccessible(tab)
})
