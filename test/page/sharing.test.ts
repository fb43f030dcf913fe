import { expect, test } from 'vitest'
import { usePage } from '../fixtures/use-page.ts'

const page = usePage()

const first = async (noun: string) => {
  const { body } = await page.server.request(
    'GET',
    `/api/projects/${page.project.id}/${noun}/?limit=1&saved=true`,
  )
  return body.results[0]
}

test('the link of an insight opens in a browser without a session, until it is turned off', async () => {
  const insight = await first('insights')
  const tab = await page.open(`insights/${insight.short_id}`)
  await tab.getByRole('button', { name: 'Share' }).click()
  await tab.getByText('Nobody outside of the project sees this insight.').waitFor()
  await tab.getByRole('button', { name: 'Make a link' }).click()
  const link = (await tab.locator('.secret code').first().textContent()) ?? ''
  await page.requireAccessible(tab)
  const stranger = await (await page.browser({ signedIn: false })).newPage()
  await stranger.goto(link)
  await stranger.getByRole('heading', { name: insight.name }).waitFor()
  await tab.getByRole('button', { name: 'Turn the link off' }).click()
  await tab.getByText('Nobody outside of the project sees this insight.').waitFor()
  expect((await stranger.goto(link))?.status()).toBe(404)
})

test('a dashboard is shared by a link of its own', async () => {
  const { body } = await page.server.request('POST', `/api/projects/${page.project.id}/dashboards/`, {
    name: 'Activation',
    tiles: [{ insight: (await first('insights')).id }],
  })
  const tab = await page.open(`dashboards/${body.id}`)
  await tab.getByRole('button', { name: 'Share' }).click()
  await tab.getByRole('button', { name: 'Make a link' }).click()
  const link = (await tab.locator('.secret code').first().textContent()) ?? ''
  const stranger = await (await page.browser({ signedIn: false })).newPage()
  await stranger.goto(link)
  await stranger.getByRole('heading', { name: 'Activation' }).waitFor()
})
