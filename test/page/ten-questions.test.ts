import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { TestProject } from '../fixtures/use-app.ts'
import { usePage } from '../fixtures/use-page.ts'

/** The ten questions that a product team asks first, each in at most the clicks that it may take. */
const page = usePage()
let project: TestProject

const DAY_MS = 86_400_000
const PERSONS = Array.from({ length: 30 }, (_, i) => i)
const ACCOUNTS = ['a0', 'a1', 'a2', 'a3', 'a4', 'a5']
const isChrome = (person: number) => person % 2 === 1

/*
 * Ten days ago 30 persons open the page of prices and sign up, 15 of them in Chrome. 18 activate a day later,
 * and 9 of these pay, of whom 4 use Chrome. Four of six accounts were invited. All six open the app 15 days
 * ago and, except one that was invited, again 8 days ago. One day ago 12 persons sign up, 33 days ago 10.
 */
beforeAll(async () => {
  const { server } = page
  project = await server.newProject('Ten questions')
  const at = (days: number, seconds = 0) =>
    new Date(server.nowMs - days * DAY_MS + seconds * 1_000).toISOString()
  const event = (name: string, person: string, timestamp: string, properties = {}) => ({
    ...{ event: name, distinct_id: person, timestamp, properties },
  })
  const inBrowser = (person: number) => ({ $browser: isChrome(person) ? 'Chrome' : 'Firefox' })
  const funnel = PERSONS.flatMap((person) => [
    event('$pageview', `p${person}`, at(10), {
      ...inBrowser(person),
      $current_url: 'https://shop.example/home',
    }),
    ...(person < 20 ? ['features'] : ['blog']).map((path) =>
      event('$pageview', `p${person}`, at(10, 20), {
        ...inBrowser(person),
        $current_url: `https://shop.example/${path}`,
      }),
    ),
    event('$pageview', `p${person}`, at(10, 40), {
      ...inBrowser(person),
      $current_url: 'https://shop.example/pricing',
    }),
    event('signed up', `p${person}`, at(10, 60), inBrowser(person)),
    ...(person < 18 ? [event('activated', `p${person}`, at(9), inBrowser(person))] : []),
    ...(person < 9 ? [event('paid', `p${person}`, at(8), inBrowser(person))] : []),
    // Only persons who leave before they activate have seen an error.
    ...(person >= 18 ? [event('saw an error', `p${person}`, at(10, 90))] : []),
  ])
  const accounts = ACCOUNTS.flatMap((account, i) => [
    event('$groupidentify', `of ${account}`, at(20), {
      ...{ $group_type: 'account', $group_key: account },
      $group_set: { invited: i < 4 ? 'yes' : 'no' },
    }),
    event('app opened', `of ${account}`, at(15), { $groups: { account } }),
    ...(i === 0 ? [] : [event('app opened', `of ${account}`, at(8), { $groups: { account } })]),
  ])
  const signUps = (count: number, days: number, name: string) =>
    Array.from({ length: count }, (_, i) => event('signed up', `${name}${i}`, at(days)))
  await server.capture(
    [...funnel, ...accounts, ...signUps(12, 1, 'n'), ...signUps(10, 33, 'o')],
    project.token,
  )
})

/** Counts the clicks of a path. Typing, and choosing in a list of the browser, are clicks as well. */
function counted() {
  let clicks = 0
  return {
    click: async (control: Locator) => {
      clicks++
      await control.click()
    },
    choose: async (list: Locator, option: string) => {
      clicks++
      await list.selectOption(option)
    },
    get clicks() {
      return clicks
    },
  }
}
type Counted = ReturnType<typeof counted>

const open = async (place = 'insights/new') => page.open(`/project/${project.id}/${place}`)
const button = (tab: Page, name: string | RegExp) => tab.getByRole('button', { name, exact: true })
const option = (tab: Page, name: string | RegExp) => tab.getByRole('option', { name })
const kind = (tab: Page, name: string) => tab.getByRole('tab', { name })
const panelOf = (tab: Page) => tab.getByRole('complementary', { name: /^Behind/ })
const sentence = (tab: Page, text: string | RegExp) => tab.locator('.sentence', { hasText: text }).waitFor()
const isSettled = (tab: Page) => tab.locator('.aging').waitFor({ state: 'detached' })
/** Reads the count of a bar of a funnel. */
const countOf = async (bar: Locator) =>
  /: ([\d\u00a0]+)/.exec((await bar.getAttribute('aria-label')) ?? '')?.[1]

async function pickEvent(tab: Page, count: Counted, control: Locator, event: string): Promise<void> {
  await count.click(control)
  await count.click(option(tab, event).first())
}

/** Makes a funnel of two events in the empty editor. */
async function funnelOf(tab: Page, count: Counted, first: string, second: string): Promise<void> {
  await count.click(kind(tab, 'Funnel'))
  await pickEvent(tab, count, tab.getByRole('button', { name: /^Event of step 1/ }), first)
  await pickEvent(tab, count, tab.getByRole('button', { name: /^Event of step 2/ }), second)
}

test('1. how many pay of those who sign up, by browser, from the empty editor', async () => {
  const [tab, count] = [await open(), counted()]
  await funnelOf(tab, count, 'signed up', 'paid')
  await count.click(button(tab, 'Add a breakdown'))
  await count.click(option(tab, /^Browser/).first())
  await count.click(button(tab, '30d'))
  const bar = (browser: string) => tab.getByRole('button', { name: new RegExp(`^paid, ${browser}:`) })
  await bar('Chrome').waitFor()
  await isSettled(tab)
  expect([await countOf(bar('Chrome')), await countOf(bar('Firefox'))]).toEqual(['4', '5'])
  expect(count.clicks).toBeLessThanOrEqual(8)
})

const step = (event: string) => ({ kind: 'EventsNode', event })
const saved = async (name: string, query: object) =>
  (await page.server.request('POST', `/api/projects/${project.id}/insights/`, { name, query, saved: true }))
    .body
const FUNNEL = {
  kind: 'FunnelsQuery',
  series: [step('$pageview'), step('activated'), step('paid')],
  dateRange: { date_from: '-30d' },
}

test('2. where they drop, who, and what differs', async () => {
  const { short_id } = await saved('To paid', FUNNEL)
  const [tab, count] = [await open(`insights/${short_id}`), counted()]
  await count.click(tab.getByRole('button', { name: /^Before activated: 12 persons dropped/ }))
  const panel = panelOf(tab)
  await panel.locator('.who').nth(11).waitFor()
  expect(await panel.locator('.who').count()).toBe(12)
  await count.click(panel.getByRole('tab', { name: 'What differs' }))
  await panel.getByText('saw an error').first().waitFor()
  expect(count.clicks).toBeLessThanOrEqual(3)
})

test('3. the weekly retention of accounts, by whether they were invited, without a detour through trends', async () => {
  const [tab, count] = [await open(), counted()]
  await count.click(kind(tab, 'Retention'))
  await pickEvent(tab, count, tab.getByRole('button', { name: /^Event of event A/ }), 'app opened')
  await pickEvent(tab, count, tab.getByRole('button', { name: /^Event of event B/ }), 'app opened')
  await count.choose(tab.getByLabel('Counted', { exact: true }), 'accounts')
  await count.choose(tab.getByLabel('Period', { exact: true }), 'week')
  await count.click(button(tab, 'Add a breakdown'))
  await count.click(option(tab, /^invited/i).first())
  await count.choose(tab.getByLabel('Cohorts of'), 'yes')
  await tab
    .getByRole('button', { name: /^3 of 4 accounts came back with app opened between / })
    .first()
    .waitFor()
  await count.choose(tab.getByLabel('Cohorts of'), 'no')
  await tab
    .getByRole('button', { name: /^2 of 2 accounts came back with app opened between / })
    .first()
    .waitFor()
  expect(count.clicks).toBeLessThanOrEqual(11)
})

test('4. the pages before pricing, which is picked from a list', async () => {
  const [tab, count] = [await open(), counted()]
  await count.click(kind(tab, 'Paths'))
  await count.click(button(tab, 'Any end'))
  await count.click(option(tab, /^\/pricing/).first())
  await count.click(button(tab, '30d'))
  const edge = (from: string) => tab.locator('table.pt tr', { hasText: from }).filter({ hasText: 'pricing' })
  await edge('features').waitFor()
  await isSettled(tab)
  expect(await edge('features').locator('td').nth(2).textContent()).toBe('20')
  expect(await edge('blog').locator('td').nth(2).textContent()).toBe('10')
  expect(count.clicks).toBeLessThanOrEqual(4)
})

test('5. how many accounts are active each week', async () => {
  const [tab, count] = [await open(), counted()]
  await pickEvent(tab, count, tab.getByRole('button', { name: /^Event of series A/ }), 'app opened')
  await count.click(button(tab, 'Math of series A'))
  await count.click(option(tab, /accounts/).first())
  await count.click(button(tab, '30d'))
  await count.click(tab.getByRole('button', { name: /^Interval: / }))
  await count.click(tab.getByRole('menuitem', { name: 'Week' }))
  await sentence(tab, /accounts.*week/)
  await isSettled(tab)
  const values = await tab.locator('.rtable tbody td.r').allTextContents()
  expect(values.slice(1).filter((value) => value !== '0')).toEqual(['6', '5'])
  expect(count.clicks).toBeLessThanOrEqual(7)
})

test('6. the change of sign-ups since last month', async () => {
  const { short_id } = await saved('Sign-ups', {
    ...{ kind: 'TrendsQuery', series: [step('signed up')], dateRange: { date_from: '-30d' } },
    trendsFilter: { display: 'BoldNumber' },
  })
  const [tab, count] = [await open(`insights/${short_id}`), counted()]
  await count.click(button(tab, 'Compare with'))
  await count.click(tab.getByRole('menuitem', { name: 'Previous period' }))
  await tab.getByText('+320.0\u00a0%').waitFor()
  await tab.getByRole('button', { name: /42/ }).first().waitFor()
  expect(count.clicks).toBeLessThanOrEqual(2)
})

test('7. who the persons behind a number are', async () => {
  const { short_id } = await saved('Paying', {
    ...{ kind: 'TrendsQuery', series: [{ ...step('paid'), math: 'dau' }], dateRange: { date_from: '-30d' } },
    trendsFilter: { display: 'BoldNumber' },
  })
  const [tab, count] = [await open(`insights/${short_id}`), counted()]
  await count.click(button(tab, 'paid: 9'))
  const names = panelOf(tab).locator('.who')
  await names.nth(8).waitFor()
  expect((await names.allTextContents()).filter((text) => /p[0-8]\b/.test(text))).toHaveLength(9)
  expect(count.clicks).toBe(1)
})

test('8. the dashboard for Monday', async () => {
  const name = 'From prices to paid'
  await saved(name, FUNNEL)
  const [tab, count] = [await open('dashboards'), counted()]
  await count.click(button(tab, 'New dashboard').first())
  await count.click(button(tab, 'Add').first())
  await count.click(tab.getByRole('dialog').getByRole('button', { name }))
  const tile = tab.getByRole('region', { name })
  await tile.getByRole('button', { name: /^paid: 9 persons/ }).waitFor()
  expect(count.clicks).toBeLessThanOrEqual(3)
})

test('9. a link for somebody without an account', async () => {
  const { short_id } = await saved('Shared funnel', FUNNEL)
  const [tab, count] = [await open(`insights/${short_id}`), counted()]
  await count.click(button(tab, 'Share'))
  await count.click(button(tab, 'Create a link'))
  const link = (await tab.locator('.secret code').first().textContent()) ?? ''
  const stranger = await (await page.browser({ session: 'none' })).newPage()
  await stranger.goto(link)
  await stranger.getByRole('img', { name: 'paid: 9 persons' }).first().waitFor()
  expect(count.clicks).toBeLessThanOrEqual(2)
})

test('10. a funnel as CSV', async () => {
  const { short_id } = await saved('Funnel as a file', FUNNEL)
  const [tab, count] = [await open(`insights/${short_id}`), counted()]
  const file = tab.waitForEvent('download')
  await count.click(button(tab, 'CSV'))
  const parts: Buffer[] = []
  for await (const part of await (await file).createReadStream()) parts.push(part as Buffer)
  const rows = Buffer.concat(parts)
    .toString()
    .split('\r\n')
    .map((line) => line.split(',').slice(0, 3))
  expect(rows.slice(1, 4)).toEqual([
    ['1', '$pageview', '30'],
    ['2', 'activated', '18'],
    ['3', 'paid', '9'],
  ])
  expect(count.clicks).toBe(1)
})
