import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedChromium } from '../fixtures/chromium.ts'
import { TOKEN, useApp } from '../fixtures/use-app.ts'
import { requireAccessible } from '../fixtures/use-page.ts'

/** A server with an empty folder, on which nobody can sign in yet. */
const server = useApp()
let context: BrowserContext | undefined
let tab: Page
let origin = ''
const complaints: string[] = []

beforeAll(async () => {
  origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  server.nowMs = Date.now()
  context = await (await sharedChromium()).newContext()
  tab = await context.newPage()
  tab.on('pageerror', (error) => complaints.push(error.message))
})
afterAll(async () => {
  await context?.close()
  expect(complaints).toEqual([])
})

test('the first page leads to the form of the first user; a wrong code is refused at its field', async () => {
  await tab.goto(origin)
  await tab.waitForURL(/\/welcome/)
  await tab.getByLabel(/Set-up code/).fill('wrong')
  await tab.getByLabel('E-mail').fill('marta@example.com')
  await tab.getByLabel(/Password/).fill('correct horse')
  await tab.getByRole('button', { name: 'Create the user' }).click()
  await tab.getByRole('alert').waitFor()
  expect(await tab.getByLabel(/Set-up code/).getAttribute('aria-invalid')).toBe('true')
  await requireAccessible(tab)
})

test('the printed link leaves no code in the address, and leads to the snippet with the real host and token', async () => {
  await tab.goto('about:blank')
  await tab.goto(`${origin}/welcome`)
  await tab.getByLabel(/Set-up code/).waitFor()
  // The link is pasted into the tab that already shows the page, so that only the fragment changes.
  await tab.goto(`${origin}/welcome#setup=${server.app.setupCode}`)
  await tab.getByLabel(/Set-up code/).waitFor({ state: 'detached' })
  await tab.getByLabel('Name', { exact: true }).fill('Marta')
  expect(new URL(tab.url()).hash).toBe('')
  expect(await tab.getByLabel(/Set-up code/).count()).toBe(0)
  await tab.getByLabel('E-mail').fill('marta@example.com')
  await tab.getByLabel(/Password/).fill('correct horse')
  await tab.getByRole('button', { name: 'Create the user' }).click()
  await tab.getByText('Waiting for the first event').waitFor()
  await tab.getByRole('tab', { name: 'curl' }).click()
  const snippet = await tab.locator('pre').first().textContent()
  expect(snippet).toContain(`curl ${origin}/i/v0/e/`)
  expect(snippet).toContain(TOKEN)
  await requireAccessible(tab)
})

test('what is refused appears at once, with what to do', async () => {
  server.nowMs = Date.now()
  await server.request('POST', '/batch/', { api_key: TOKEN.slice(0, -2), batch: [] }, null)
  await server.request('POST', '/i/v0/e/', { api_key: TOKEN, event: 'hello' }, null)
  await tab.getByText("with a token that is not this project's").waitFor()
  await tab.getByText('Missing distinct id: refused').waitFor()
  await requireAccessible(tab)
})

test('a test event shows that the address and the token work, and is no event', async () => {
  await tab.getByRole('button', { name: 'Send a test event' }).click()
  await tab.getByText('The test event arrived').waitFor()
  const { body } = await server.request('GET', `/api/projects/@current/ingestion/`)
  const told = body.rejected.find(({ reason }: { reason: string }) => reason === 'test_event')
  expect([told.count, body.recent_events]).toEqual([1, []])
  expect(await tab.getByText('Test event: arrived').count()).toBe(0)
})

test('after 20 seconds without an event it says what keeps events away, for the language of the snippet', async () => {
  const other = await tab.context().newPage()
  await other.clock.install()
  await other.goto(`${origin}/welcome`)
  await other.getByText('Waiting for the first event').waitFor()
  const help = other.getByRole('region', { name: 'If no events arrive' })
  expect(await help.textContent()).toBe('')
  await other.clock.fastForward(20_000)
  await help.getByText('An ad blocker').waitFor()
  await help.getByText(/^1 request had an unknown token since this server started/).waitFor()
  await other.getByRole('tab', { name: 'Node' }).click()
  await help.getByText('Events not sent yet').waitFor()
  expect(await help.getByText('An ad blocker').count()).toBe(0)
  await requireAccessible(other)
  await other.close()
})

test('a first event alone turns to the live events; Dashboards offers to create one', async () => {
  server.nowMs = Date.now()
  const { id, token } = await server.newProject()
  const other = await tab.context().newPage()
  await other.goto(`${origin}/welcome?project=${id}`)
  await other.getByText('Waiting for the first event').waitFor()
  await server.capture([{ event: 'signed up', distinct_id: 'ada' }], token)
  await other.waitForURL(`**/project/${id}/events`)
  await other.getByText('You can create a first dashboard under Dashboards').waitFor()
  await other.getByRole('link', { name: 'Dashboards' }).first().click()
  await other.getByRole('button', { name: 'Create one from your events' }).click()
  await other.getByText('Why these').waitFor()
  await other.close()
})

test('with the first events the page turns to a first dashboard that says why its tiles are there', async () => {
  server.nowMs = Date.now()
  await server.capture([
    { event: 'signed up', distinct_id: 'ada' },
    { event: 'paid', distinct_id: 'ada', timestamp: new Date(server.nowMs + 1_000).toISOString() },
  ])
  await tab.getByText('The first event is here').waitFor()
  await tab.waitForURL(/dashboards\/\d+/)
  await tab.getByText('Why these').waitFor()
  await tab.getByText('From signed up to paid').first().waitFor()
  await tab.locator('canvas').first().waitFor()
})

test('the demo is loaded with its progress, and turns to its own dashboard, which tells its story', async () => {
  await tab.goto(`${origin}/welcome`)
  // The page asks for the whole demo; the test changes that to a part of it.
  await tab.route('**/demo/', (route) =>
    route.request().method() === 'POST'
      ? route.continue({ postData: JSON.stringify({ events: 5_000 }) })
      : route.continue(),
  )
  await tab.getByRole('button', { name: 'Load the demo' }).click()
  await tab.getByRole('progressbar', { name: 'Loading the demo' }).waitFor()
  await tab.waitForURL(/project\/(?!1\/)\d+\/dashboards\/\d+/)
  await tab.getByRole('heading', { name: 'Half a year of an invented company' }).waitFor()
})

test('a theme is chosen in the menu of help and stays; a new project is made in the menu of projects', async () => {
  const canvas = () => tab.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await canvas()
  await tab.getByRole('button', { name: 'Help and API' }).click()
  expect(await tab.getByRole('menuitem', { name: 'API reference' }).getAttribute('href')).toBe('/api/docs/')
  await tab.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(canvas).not.toBe(light)
  const dark = await canvas()
  await requireAccessible(tab)
  await tab.reload()
  await tab.getByRole('button', { name: /switch project/ }).waitFor()
  expect(await canvas()).toBe(dark)
  await tab.getByRole('button', { name: /switch project/ }).click()
  await tab.getByRole('menuitem', { name: 'New project' }).click()
  await tab.getByLabel('Name', { exact: true }).fill('Shop')
  await tab.getByRole('button', { name: 'Create project' }).click()
  await tab.waitForURL(/welcome\?project=\d+$/)
  await tab.getByText('Waiting for the first event').waitFor()
})

test('the palette finds commands', async () => {
  await tab.goto(`${origin}/project/1/insights`)
  await tab.getByRole('link', { name: 'New insight' }).first().waitFor()
  await tab.keyboard.press('/')
  await tab.getByRole('combobox', { name: 'Search' }).fill('new funnel')
  await tab.getByRole('option', { name: /New funnel/ }).waitFor()
  await tab.keyboard.press('Enter')
  await tab.getByRole('tab', { name: 'Funnel', selected: true }).waitFor()
})
