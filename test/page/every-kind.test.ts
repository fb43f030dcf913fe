import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addressOf, FUNNEL, PATHS, questionOf, RETENTION, step } from '../fixtures/page-questions.ts'
import { usePage } from '../fixtures/use-page.ts'

const page = usePage()

/**
 * Waits for the new answer. While a changed question is computed, the previous answer is too pale to be read
 * as the new one.
 */
const isSettled = (tab: Page) => tab.locator('.aging').waitFor({ state: 'detached' })

test.each(['Funnel', 'Retention', 'Paths', 'Stickiness', 'Lifecycle'])(
  'a filter that a trend had is removed in its %s',
  async (kind) => {
    const filter = { type: 'event', key: '$lib', operator: 'exact', value: ['web'] }
    const tab = await page.open(
      addressOf({ kind: 'TrendsQuery', series: [step('$pageview')], properties: [filter] }),
    )
    await tab.locator('figure canvas').waitFor()
    await tab.getByRole('tab', { name: kind }).click()
    await tab.locator('.sentence', { hasText: 'Library is web' }).waitFor()
    expect(questionOf(tab).properties).toEqual([filter])
    await tab.getByRole('button', { name: 'Remove the filter Library is web' }).click()
    await expect.poll(() => tab.locator('.sentence').textContent()).not.toContain('Library')
    expect(questionOf(tab)).not.toHaveProperty('properties')
    await tab.getByRole('switch', { name: 'Leave out test accounts' }).click()
    await tab.locator('.sentence', { hasText: 'without test accounts' }).waitFor()
    expect(questionOf(tab).filterTestAccounts).toBe(true)
  },
)

test('the keys of filters and breakdowns are those of a trend', async () => {
  for (const [question, shown, hasBreakdown] of [
    [FUNNEL, 'visited pricing', true],
    [RETENTION, 'who came back with', true],
    [PATHS, 'Paths of persons through', false],
  ] as const) {
    const tab = await page.open(addressOf(question))
    const { keyboard } = tab
    await tab.locator('.sentence', { hasText: shown }).waitFor()
    await keyboard.press('f')
    await tab.getByRole('combobox', { name: 'Property' }).waitFor()
    await keyboard.press('Escape')
    await tab.getByRole('combobox', { name: 'Property' }).waitFor({ state: 'detached' })
    await keyboard.press('b')
    const picker = tab.getByRole('combobox', { name: 'Break down by' })
    if (!hasBreakdown) {
      expect(await picker.count()).toBe(0)
      continue
    }
    await picker.fill('device')
    await tab.getByRole('option', { name: /^Device type/ }).click()
    await tab.locator('.sentence', { hasText: 'by device type' }).waitFor()
    expect(questionOf(tab).breakdownFilter).toEqual({ breakdown: '$device_type', breakdown_type: 'event' })
    await tab.locator('figure', { hasText: 'Mobile' }).first().waitFor()
    await isSettled(tab)
    await page.requireAccessible(tab)
  }
})

test('a bold part of the sentence opens its control', async () => {
  const tab = await page.open(addressOf({ ...FUNNEL, dateRange: { date_from: '-90d' } }))
  const bold = (name: string) => tab.locator('.sentence').getByRole('button', { name, exact: true })
  await bold('signed up').click()
  await tab.getByRole('option', { name: 'activated' }).click()
  await bold('activated').waitFor()
  expect(questionOf(tab).series[1].event).toBe('activated')
  await bold('14 days').click()
  await expect.poll(() => tab.locator(':focus').getAttribute('aria-label')).toBe('Length of the window')
  await bold('90 days').click()
  await expect.poll(() => tab.locator(':focus').textContent()).toBe('90d')
})
