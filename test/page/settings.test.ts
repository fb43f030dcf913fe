import { expect, test } from 'vitest'
import { usePage } from '../fixtures/use-page.ts'

const page = usePage()

test('the zone of the project is changed, and a zone that does not exist is refused in its field', async () => {
  const tab = await page.open('settings/project')
  await tab.getByLabel('Time zone').fill('Mars/Olympus')
  await tab.getByRole('button', { name: 'Save' }).click()
  await tab.getByRole('alert').waitFor()
  expect(await tab.getByLabel('Time zone').getAttribute('aria-invalid')).toBe('true')
  await tab.getByLabel('Time zone').fill('Europe/Berlin')
  await tab.getByRole('button', { name: 'Save' }).click()
  await tab.getByRole('status').getByText('Saved').waitFor()
  const { body } = await page.server.request('GET', `/api/projects/${page.project.id}/`)
  expect(body.timezone).toBe('Europe/Berlin')
  await page.requireAccessible(tab)
})

test('a key is made with the chosen scopes, shown once, works, and is revoked', async () => {
  const tab = await page.open('settings/keys')
  await tab.getByLabel('Label').fill('notebook')
  await tab.getByRole('group', { name: 'Access to dashboard' }).getByRole('button', { name: 'Read' }).click()
  await tab.getByRole('button', { name: 'Create key' }).click()
  const key = (await tab.locator('.secret code').textContent()) ?? ''
  const read = (noun: string) =>
    page.server.request('GET', `/api/projects/${page.project.id}/${noun}/`, undefined, key)
  expect((await read('dashboards')).status).toBe(200)
  expect((await read('cohorts')).status).toBe(403)
  await page.requireAccessible(tab)
  await tab.reload()
  expect(await tab.getByText(key).count()).toBe(0)
  await tab.getByRole('button', { name: 'Revoke notebook' }).click()
  await tab.getByRole('status').getByText('notebook is revoked').waitFor()
  expect((await read('dashboards')).status).toBe(401)
})

test('open links are listed, turned off, and on again by Undo', async () => {
  const { body } = await page.server.request(
    'GET',
    `/api/projects/${page.project.id}/insights/?limit=1&saved=true`,
  )
  const [insight] = body.results
  const path = `/api/projects/${page.project.id}/insights/${insight.id}/sharing/`
  const tab = await page.open('settings/sharing')
  await tab.getByRole('heading', { name: 'Nothing is shared' }).waitFor()
  await page.requireAccessible(tab)
  await page.server.request('PATCH', path, { enabled: true, may_change_dates: true })
  await tab.reload()
  const row = tab.getByRole('row', { name: insight.name })
  await row.getByText('visitors may change them').waitFor()
  await page.requireAccessible(tab)
  await row.getByRole('button', { name: `Turn the link of ${insight.name} off` }).click()
  await row.waitFor({ state: 'detached' })
  expect((await page.server.request('GET', path)).body.enabled).toBe(false)
  await tab.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()
  expect((await page.server.request('GET', path)).body).toMatchObject({
    enabled: true,
    may_change_dates: true,
  })
})

test('storage tells the months, and what a shorter time would delete before it is chosen', async () => {
  const path = `/api/projects/${page.project.id}/`
  const { body } = await page.server.request('GET', `${path}storage/`)
  const tab = await page.open('settings/storage')
  await tab.getByText(/events take .* on disk/).waitFor()
  expect(await tab.getByRole('row').count()).toBe(body.months.length + 1)
  await tab.getByLabel(/^Months to keep/).fill('1200')
  await tab.getByText('No events are older now.').waitFor()
  await tab.getByLabel(/^Months to keep/).fill('1')
  await tab.getByRole('button', { name: /^Delete .* events and save$/ }).waitFor()
  await page.requireAccessible(tab)
  await tab.getByLabel(/^Months to keep/).fill('1200')
  await tab.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await page.server.request('GET', `${path}retention/`)).body.months)
    .toBe(1_200)
})

test('sign-in tells what the server does, also on a phone and in the dark', async () => {
  const tab = await page.open('settings/sign-in', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  await tab.getByText('closed: this server has its first user').waitFor()
  await page.requireAccessible(tab)
  expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await tab.getByRole('link', { name: 'Your sessions' }).click()
  await tab.getByText('this one').waitFor()
})

// This is the last test, because it ends the oldest session, which all tests of the file share.
test('an invitation gives a link that can be revoked; own sessions are listed and ended', async () => {
  const tab = await page.open('settings/members', { session: 'own' })
  await tab.getByLabel('E-mail').fill('grace@example.com')
  await tab.getByRole('button', { name: 'Create link' }).click()
  expect(await tab.locator('.secret code').textContent()).toMatch(/\/invitation\//)
  await tab.getByRole('button', { name: 'Revoke' }).click()
  await tab.getByRole('cell', { name: 'grace@example.com' }).waitFor({ state: 'detached' })
  await page.requireAccessible(tab)
  const other = await page.open('insights', { session: 'own' })
  await tab.goto(`${page.origin}/account/sessions`)
  await tab.getByRole('button', { name: 'End' }).first().click()
  await page.requireAccessible(tab)
  await tab.getByRole('button', { name: 'Sign out' }).click()
  await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
  await other.close()
})
