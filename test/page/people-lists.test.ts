import { expect, test } from 'vitest'
import { usePage } from '../fixtures/use-page.ts'

const page = usePage()

test('a person is found by a text, and its profile shows where an id was joined', async () => {
  // The first page of a timeline has 100 events. On any day, the page of the person with the newest
  // `$identify` has that event.
  const newest = await page.server.request(
    'GET',
    `/api/projects/${page.project.id}/events/?event=$identify&limit=1`,
  )
  const email: string = newest.body.results[0].properties.$set.email
  const tab = await page.open('persons')
  await tab.getByRole('row').nth(10).waitFor()
  await page.requireAccessible(tab)
  await tab.getByRole('button', { name: 'Person' }).click()
  await tab.waitForURL(/sort=name/)
  await tab.getByLabel('Search in properties and ids').fill(email)
  await tab.waitForURL(/search=/)
  await tab.getByRole('link', { name: email }).click()
  await tab.waitForURL(/persons\/[0-9a-f-]{36}/)
  await tab.getByText('is known from here on').first().waitFor()
  await tab.getByRole('heading', { name: 'Account' }).waitFor()
  await page.requireAccessible(tab)
  await tab.getByRole('tab', { name: /Sessions/ }).click()
  await tab.getByRole('columnheader', { name: 'Lasted' }).waitFor()
  await tab.getByRole('tab', { name: /Insights/ }).click()
  await tab.getByRole('link', { name: /by event, last 30 days/ }).click()
  await tab.waitForURL(/insights\/new#q=/)
})

test('deleting a person asks for the name, and ends with a count', async () => {
  const { server } = page
  await server.capture(
    [
      { event: 'came', distinct_id: 'leaver', properties: { $set: { email: 'leaver@example.com' } } },
      { event: 'left', distinct_id: 'leaver' },
    ],
    page.project.api_token,
  )
  const tab = await page.open('persons?search=leaver')
  await tab.getByRole('link', { name: 'leaver@example.com' }).click()
  await tab.getByRole('button', { name: 'Delete person' }).click()
  const doIt = tab.getByRole('button', { name: 'Delete 1 person, 2 events' })
  await doIt.waitFor()
  expect(await doIt.isDisabled()).toBe(true)
  await page.requireAccessible(tab)
  await tab.getByLabel('Type the name to delete').fill('leaver@example.com')
  await doIt.click()
  await tab.getByText('1 person and 2 events were deleted').waitFor()
  const list = await server.request('GET', `/api/projects/${page.project.id}/persons/?search=leaver`)
  expect(list.body.count).toBe(0)
})

test('groups have an entry in the navigation, a list and profiles with members', async () => {
  const tab = await page.open('insights')
  // The group type of the demo has no plural, and the link to the account of the user has the same name.
  await tab.getByRole('link', { name: 'Account' }).and(tab.locator('[href$="/groups/0"]')).click()
  await tab.waitForURL(/groups\/0/)
  await tab.getByRole('row').nth(5).waitFor()
  await page.requireAccessible(tab)
  await tab.getByRole('row').nth(1).getByRole('link').click()
  await tab.getByRole('tab', { name: 'Members' }).waitFor()
  await tab.getByRole('tabpanel').getByRole('link', { name: /@/ }).first().waitFor()
  await page.requireAccessible(tab)
  await tab.getByRole('tab', { name: 'Timeline' }).click()
  await tab.getByRole('tabpanel').getByRole('button', { expanded: false }).first().click()
  await tab.getByText('distinct id', { exact: true }).first().waitFor()
})
