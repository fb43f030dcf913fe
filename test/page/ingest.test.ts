import { expect, test } from 'vitest'
import { usePage } from '../fixtures/use-page.ts'

const page = usePage()
const send = (token: string, batch: readonly object[]) =>
  page.server.request('POST', '/batch/', { api_key: token, batch }, null)

test('live events wait while the list is paused, open in place, and are filtered by name', async () => {
  const { api_token: token } = page.project
  page.server.nowMs = Date.now()
  const tab = await page.open('events')
  await tab.getByRole('button', { name: 'Pause' }).click()
  await send(
    token,
    [1, 2].map((n) => ({ event: 'just now', distinct_id: 'ada', properties: { n } })),
  )
  await tab.getByText('2 waiting').waitFor()
  expect(await tab.getByText('just now').count()).toBe(0)
  await tab.getByRole('button', { name: 'Resume' }).click()
  await tab
    .getByRole('button', { name: /just now/ })
    .first()
    .click()
  await tab.getByText('uuid', { exact: true }).waitFor()
  await page.requireAccessible(tab)
  await tab.getByLabel('Event', { exact: true }).selectOption('signed up')
  await tab.waitForURL(/event=signed/)
  await tab
    .getByRole('button', { name: /just now/ })
    .first()
    .waitFor({ state: 'detached' })
  await tab
    .getByRole('button', { name: /signed up/ })
    .first()
    .waitFor()
})

test('ingestion says what was refused, why and what to do, with the fault marked, and guesses at tokens', async () => {
  const { api_token: token } = page.project
  page.server.nowMs = Date.now()
  await send(token, [
    { event: 'order imported', distinct_id: '' },
    { event: 'fine', distinct_id: 'ada' },
  ])
  await send(token.slice(0, -3), [{ event: 'fine', distinct_id: 'ada' }])
  const tab = await page.open('ingestion')
  await tab.getByText(/In the last 24 hours/).waitFor()
  await tab.getByRole('button', { name: 'Missing distinct id', expanded: true }).waitFor()
  expect(await tab.locator('mark').textContent()).toBe('""')
  await tab.getByText("this project's token, 3 characters too short").waitFor()
  await tab.getByLabel('1 refused in the last day').waitFor()
  await tab.getByRole('button', { name: /fine/ }).first().waitFor()
  await page.requireAccessible(tab)
  await tab.getByRole('button', { name: '7d' }).click()
  await tab.getByText(/In the last 7 days/).waitFor()
  await tab.getByRole('link', { name: 'Snippets' }).click()
  await tab.getByText('Events arrive already.').waitFor()
})
