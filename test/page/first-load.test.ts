import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { usePage } from '../fixtures/use-page.ts'

const page = usePage()

test('a visitor without a session signs in, and comes to the place that was asked for', async () => {
  const context = await page.browser({ session: 'none' })
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

test('`/` opens the dashboard that was last open in this browser, or the insights if it is gone', async () => {
  const path = `/api/projects/${page.project.id}/dashboards/`
  const { body } = await page.server.request('POST', path, { name: 'Every morning' })
  const tab = await page.open(`dashboards/${body.id}`)
  await tab.getByRole('heading', { name: 'Every morning' }).waitFor()
  await tab.goto(page.origin)
  await tab.getByRole('heading', { name: 'Every morning' }).waitFor()
  await page.server.request('PATCH', `${path}${body.id}/`, { deleted: true })
  await tab.goto(page.origin)
  await tab.waitForURL(/welcome|insights/)
})

test('a part of the page that cannot be loaded says so, and is there after a reload', async () => {
  const tab = await page.open('insights')
  await tab.getByRole('heading', { name: 'Insights' }).waitFor()
  const asked = /\/assets\/list-persons-[^/]*\.js$/
  await tab.route(asked, (route) => route.fulfill({ status: 404 }))
  await tab.getByRole('link', { name: 'Persons' }).click()
  await tab.getByRole('alert').getByText('This part of the page could not be loaded').waitFor()
  await page.requireAccessible(tab)
  await tab.unroute(asked)
  await tab.getByRole('button', { name: 'Reload the page' }).click()
  await tab.getByRole('heading', { name: 'Persons' }).waitFor()
})

const BUILT = fileURLToPath(new URL('../../dist/web', import.meta.url))

test('the first load has less than 250 kB of compressed script, before charts', async () => {
  const document = await readFile(join(BUILT, 'index.html'), 'utf8')
  const scripts = [...document.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, file = '']) => file)
  expect(scripts.length).toBeGreaterThan(1)
  const sizes = await Promise.all(scripts.map(async (file) => (await stat(join(BUILT, `${file}.br`))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000)
})
