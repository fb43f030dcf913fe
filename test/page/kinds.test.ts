import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addressOf, FUNNEL, PATHS, questionOf, RETENTION, step } from '../fixtures/page-questions.ts'
import { usePage } from '../fixtures/use-page.ts'

const page = usePage()

const digits = (text: string | null | undefined): number => Number(text?.replaceAll(/\D/g, ''))
const panelOf = (tab: Page) => tab.getByRole('complementary', { name: /^Behind/ })
/**
 * Waits for the new answer. While a changed question is computed, the previous answer is too pale to be read
 * as the new one.
 */
const isSettled = (tab: Page) => tab.locator('.aging').waitFor({ state: 'detached' })
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

test('a funnel is built: a step, a window, an exclusion; then seen over time and by times', async () => {
  const tab = await page.open(addressOf(FUNNEL))
  const before = tab.getByRole('button', { name: /^signed up: / })
  const count = digits(await before.getAttribute('aria-label'))
  await tab.getByRole('button', { name: 'Add a step' }).click()
  await tab.getByRole('option', { name: 'activated' }).click()
  await tab.getByRole('button', { name: /^activated: / }).waitFor()
  expect(digits(await before.getAttribute('aria-label'))).toBe(count)
  await tab.getByLabel('Length of the window').fill('3')
  await tab.getByLabel('Length of the window').press('Enter')
  await tab.getByLabel('Order of steps').selectOption('strict order')
  await expect
    .poll(() => questionOf(tab).funnelsFilter)
    .toEqual({ funnelWindowInterval: 3, funnelOrderType: 'strict' })
  await tab.getByRole('button', { name: 'Exclusion' }).click()
  await tab.getByRole('button', { name: /^Event of event 1/ }).click()
  await tab.getByRole('option', { name: 'app opened' }).click()
  await expect
    .poll(() => questionOf(tab).funnelsFilter.exclusions)
    .toEqual([{ kind: 'EventsNode', event: 'app opened', funnelFromStep: 0, funnelToStep: 1 }])
  await tab.getByRole('figure', { name: /^visited pricing, then signed up, then activated: / }).waitFor()
  await isSettled(tab)
  await page.requireAccessible(tab)

  await tab.getByLabel('Order of steps').selectOption('sequential')
  await tab.getByRole('button', { name: 'Over time' }).click()
  await tab.getByRole('figure', { name: /^Conversion / }).waitFor()
  await tab.getByLabel('To step', { exact: true }).selectOption('2 signed up')
  await tab.getByRole('button', { name: 'Time to convert' }).click()
  await tab.getByRole('figure', { name: /^Time to convert, .* on average$/ }).waitFor()
})

test('the numbers of a funnel with a breakdown are the same as bars and as a table', async () => {
  const tab = await page.open(
    addressOf({ ...FUNNEL, breakdownFilter: { breakdown: '$device_type', breakdown_type: 'event' } }),
  )
  const bar = tab.getByRole('button', { name: /^signed up, Mobile: / })
  const count = digits((await bar.getAttribute('aria-label'))?.split(':')[1])
  await tab.getByText('As a table').click()
  const line = tab.getByRole('row', { name: /^Mobile 2 signed up/ })
  await line.getByRole('button').first().click()
  const panel = panelOf(tab)
  await panel.getByRole('heading', { name: 'Mobile, signed up' }).waitFor()
  expect(digits(await panel.getByRole('tab', { name: /^Went on/ }).textContent())).toBe(count)
  await panel.getByRole('tab', { name: 'What differs' }).click()
  await panel
    .getByText('All values of the breakdown together.')
    .or(panel.getByText('No significant differences'))
    .waitFor()
})

test('those who still have time are told by step, with their list', async () => {
  const tab = await page.open(addressOf({ ...FUNNEL, funnelsFilter: { funnelWindowInterval: 60 } }))
  const line = tab.locator('.timeleft')
  await line.getByText('still have time to convert when the range ends').waitFor()
  const number = line.getByRole('button').first()
  const count = digits(await number.textContent())
  await number.click()
  const panel = tab.getByRole('complementary', { name: /^Behind/ })
  const list = panel.getByRole('tab', { name: /^Time left/, selected: true })
  await panel.locator('.who').first().waitFor()
  expect(digits(await list.textContent())).toBe(count)
  expect(
    digits(
      await panel
        .locator('.people__acts [role=status]')
        .textContent()
        .then((text) => text?.replace('1 to ', '') ?? ''),
    ),
  ).toBe(count)
})

test('a cell of a retention opens who came back', async () => {
  const tab = await page.open(addressOf(RETENTION))
  const cells = tab.getByRole('button', {
    name: /^[1-9]\d* of \d+ persons came back with app opened between /,
  })
  const cell = cells.first()
  const count = digits((await cell.getAttribute('aria-label'))?.split(' of ')[0])
  await cell.click()
  const panel = panelOf(tab)
  await panel
    .getByText(/^active in /)
    .first()
    .waitFor()
  expect(await panel.locator('.people__acts [role=status]').textContent()).toBe(`1 to ${count}`)
  await tab.getByRole('button', { name: 'Persons', exact: true }).click()
  expect(await cell.textContent()).toBe(String(count))
  await page.requireAccessible(tab)
  await tab.getByLabel('Period', { exact: true }).selectOption('day')
  await tab.getByRole('columnheader', { name: 'Day 7' }).waitFor()
  expect(questionOf(tab).retentionFilter.period).toBeUndefined()
})

test('a retention with a sum shows it in curve, grid and sentence, and no percentage of it', async () => {
  const rules = { ...RETENTION.retentionFilter, returningEntity: { id: 'paid', type: 'events' } }
  const sums = { aggregationType: 'sum', aggregationProperty: 'amount' }
  const tab = await page.open(addressOf({ ...RETENTION, retentionFilter: { ...rules, ...sums } }))
  const cell = tab.getByRole('button', {
    name: /^[1-9]\d* of \d+ persons came back with paid between .*, sum of amount /,
  })
  const told = (await cell.first().getAttribute('aria-label'))?.match(/sum of amount ([\d\u00a0.]+)/)?.[1]
  expect(await cell.first().textContent()).toBe(told)
  const figure = tab.getByRole('figure', {
    name: 'Sum of amount by week, mean of cohorts, of finished weeks',
  })
  await figure.waitFor()
  for (const part of [figure, tab.locator('.ret')]) expect(await part.textContent()).not.toContain('%')
  expect(await tab.locator('.sentence').textContent()).toContain('and the sum of amount')
  await page.requireAccessible(tab)
  await tab.getByRole('button', { name: '%', exact: true }).click()
  await expect.poll(() => cell.first().textContent()).toMatch(/%$/)
  await tab.getByRole('button', { name: 'Sum of amount', exact: true }).click()
  await expect.poll(() => cell.first().textContent()).toBe(told)
})

test('an item of a path can be the start, be left out, and opens its people', async () => {
  const tab = await page.open(addressOf(PATHS))
  const second = tab.getByRole('button', { name: /, step 2$/ }).first()
  const item = (await second.getAttribute('title')) ?? ''
  await second.click()
  await tab.getByRole('menuitem', { name: 'People who were here' }).click()
  const panel = panelOf(tab)
  await panel.locator('.who').first().waitFor()
  await panel.getByRole('heading', { name: `${item}, step 2` }).waitFor()
  await tab.keyboard.press('Escape')
  await second.click()
  await tab.getByRole('menuitem', { name: 'Start here' }).click()
  await tab.getByRole('button', { name: `Remove start ${item}` }).waitFor()
  expect(questionOf(tab).pathsFilter.startPoint).toBe(item)
  await tab
    .getByRole('figure', {
      name: new RegExp(`^Paths from ${item.replaceAll(/[.*+?^$()|[\]\\/]/g, '\\$&')} `),
    })
    .waitFor()
  const next = tab.getByRole('button', { name: /, step 2$/ }).first()
  const left = (await next.getAttribute('title')) ?? ''
  await next.click()
  await tab.getByRole('menuitem', { name: 'Exclude' }).click()
  await tab.getByRole('button', { name: `Remove item ${left}` }).waitFor()
  await expect.poll(() => tab.getByRole('button', { name: `${left}, step 2` }).count()).toBe(0)
  await isSettled(tab)
  await page.requireAccessible(tab)
})

test('a retention has no range of another kind, and ends at a day that is picked', async () => {
  const tab = await page.open(
    addressOf({ kind: 'TrendsQuery', series: [step('signed up')], dateRange: { date_from: '-90d' } }),
  )
  await tab.locator('figure canvas').waitFor()
  await tab.getByRole('tab', { name: 'Retention' }).click()
  await tab.locator('.ret').waitFor()
  expect(questionOf(tab)).not.toHaveProperty('dateRange')
  expect(await tab.locator('.banner').count()).toBe(0)
  await tab.getByRole('button', { name: 'Until now' }).click()
  await tab.getByRole('button', { name: 'Previous month' }).click()
  await tab.locator('.calendar button', { hasText: /^15$/ }).click()
  await tab.locator('.sentence', { hasText: /until 15 \w+( \d{4})?\.$/ }).waitFor()
  expect(Object.keys(questionOf(tab).dateRange)).toEqual(['date_to'])
  await isSettled(tab)
  expect(await tab.locator('.banner').count()).toBe(0)
})

test('weeks of a retention that do not fit are told, and come into sight by a button', async () => {
  const many = { ...RETENTION, retentionFilter: { ...RETENTION.retentionFilter, totalIntervals: 24 } }
  const tab = await page.open(addressOf(many))
  const more = tab.getByRole('button', { name: /^\d+ more weeks$/ })
  await more.click()
  await more.waitFor({ state: 'detached' })
  await page.requireAccessible(tab)
  // The name of a cohort stays in sight. A cohort without anybody has no cells.
  const lines = tab.locator('.ret tbody tr:not(.mean)')
  expect((await lines.first().locator('th').boundingBox())?.x).toBeGreaterThan(0)
  for (const line of await lines.all())
    if ((await line.locator('.ret__s').textContent()) === '0')
      expect(await line.getByRole('button').count()).toBe(0)
})

test('an end of paths is picked by its path, and a start that nobody had is told and taken away', async () => {
  const tab = await page.open(addressOf(PATHS))
  await tab.getByRole('button', { name: 'Any end' }).click()
  await tab.getByRole('combobox', { name: 'End at' }).fill('pricing')
  await tab.getByRole('option', { name: /^\/pricing \d+$/ }).click()
  await tab.locator('.sentence', { hasText: 'to /pricing' }).waitFor()
  expect(questionOf(tab).pathsFilter).toMatchObject({
    endPoint: '/pricing',
    localPathCleaningFilters: [{ alias: '/pricing' }],
  })
  // The end of a path is one item, in the last column.
  const end = tab.getByRole('button', { name: '/pricing, the end' })
  await end.waitFor()
  const right = (await end.boundingBox())?.x ?? 0
  for (const item of await tab.locator('.pnode').all())
    expect((await item.boundingBox())?.x).toBeLessThanOrEqual(right)
  await end.click()
  await tab
    .getByRole('menuitem', { name: /^People who were here in step/ })
    .first()
    .click()
  await panelOf(tab).locator('.who').first().waitFor()
  await tab.keyboard.press('Escape')

  await tab.getByRole('button', { name: 'Any start' }).click()
  await tab.getByRole('combobox', { name: 'Start at' }).fill('/nothing')
  await tab.getByRole('option', { name: /as typed/ }).click()
  await tab.getByRole('heading', { name: 'No path begins at /nothing' }).waitFor()
  await tab.getByText(/There were [\d\s]+ paths in the last 180 days without this start/).waitFor()
  await tab.getByRole('button', { name: 'Remove the start', exact: true }).click()
  await end.waitFor()
  expect(questionOf(tab).pathsFilter).not.toHaveProperty('startPoint')
  await isSettled(tab)
  await page.requireAccessible(tab)
})

test('on a phone each kind has its form for it, without sideways scroll', async () => {
  const tab = await page.open(addressOf(FUNNEL), PHONE)
  const isWithin = () => tab.evaluate('document.documentElement.scrollWidth <= innerWidth')
  const bar = tab.getByRole('button', { name: /^signed up: / })
  const box = await bar.boundingBox()
  expect(box?.width).toBeGreaterThan(box?.height ?? 0)
  expect(await isWithin()).toBe(true)
  await page.requireAccessible(tab)
  for (const [question, shown] of [
    [RETENTION, tab.getByRole('columnheader', { name: 'Week 1' })],
    [PATHS, tab.getByRole('columnheader', { name: 'From', exact: true })],
  ] as const) {
    await tab.goto(`${page.origin}/project/${page.project.id}/${addressOf(question)}`)
    await shown.waitFor()
    expect(await isWithin()).toBe(true)
    await page.requireAccessible(tab)
  }
})
