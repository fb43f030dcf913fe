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
  await tab.getByRole('button', { name: 'Make the key' }).click()
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

test('an invitation gives a link that can be revoked; own sessions are listed and ended', async () => {
  const tab = await page.open('settings/members')
  await tab.getByLabel('E-mail').fill('grace@example.com')
  await tab.getByRole('button', { name: 'Make the link' }).click()
  expect(await tab.locator('.secret code').textContent()).toMatch(/\/invitation\//)
  await tab.getByRole('button', { name: 'Revoke' }).click()
  await tab.getByRole('cell', { name: 'grace@example.com' }).waitFor({ state: 'detached' })
  await page.requireAccessible(tab)
  const other = await page.open('insights')
  await tab.goto(`${page.origin}/account/sessions`)
  await tab.getByRole('button', { name: 'End' }).first().click()
  await page.requireAccessible(tab)
  await tab.getByRole('button', { name: 'Sign out' }).click()
  await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
  await other.close()
})
