import { expect, test } from 'vitest'
import { usePage } from '../fixtures/use-page.ts'

const page = usePage()

test('a visitor without a session signs in, and comes to the place that was asked for', async () => {
  const context = await page.browser({ signedIn: false })
  const tab = await context.newPage()
  await tab.goto(`${page.origin}/project/${page.project.id}/insights`)
  await tab.getByLabel('E-mail').fill('admin@throughline.local')
  await tab.getByLabel('Password').fill('wrong')
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await tab.getByRole('alert').waitFor()
  await page.requireAccessible(tab)
  await tab.getByLabel('Password').fill('correct horse battery')
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await tab.getByRole('heading', { name: 'Insights' }).waitFor()
  expect(new URL(tab.url()).pathname).toBe(`/project/${page.project.id}/insights`)
})

test('a new insight shows a chart at once', async () => {
  const tab = await page.open('insights/new')
  await tab.locator('figure canvas').waitFor()
  await page.requireAccessible(tab)
})
