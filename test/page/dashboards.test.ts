import { beforeAll, expect, test } from 'vitest'
import { usePage } from '../fixtures/use-page.ts'

const page = usePage()
let board = ''
beforeAll(async () => {
  const path = `/api/projects/${page.project.id}`
  const { body: insights } = await page.server.request('GET', `${path}/insights/?saved=true&limit=3`)
  const { body } = await page.server.request('POST', `${path}/dashboards/`, {
    name: 'Activation',
    tiles: insights.results.map(({ id }: { id: number }, index: number) => ({
      insight: id,
      layouts: { sm: { x: 4 * index, y: 0, w: 4, h: 6 } },
    })),
  })
  board = `dashboards/${body.id}`
})

const storedBoard = async () =>
  (await page.server.request('GET', `/api/projects/${page.project.id}/${board}/`)).body

test('a dashboard is made, gets a text, is put into the bin and restored', async () => {
  const tab = await page.open('dashboards')
  await tab.getByRole('button', { name: 'New dashboard' }).click()
  await tab.getByRole('heading', { name: 'Nothing is on this dashboard yet' }).waitFor()
  await page.requireAccessible(tab)
  await tab.getByRole('button', { name: 'Add' }).first().click()
  await tab.getByLabel('Or a text tile').fill('# Why\nMobile visitors sign up **half as often**.')
  await tab.getByRole('button', { name: 'Add text' }).click()
  await tab.getByRole('heading', { name: 'Why' }).waitFor()
  await tab.getByRole('button', { name: 'New dashboard' }).click()
  await tab.getByLabel('Name of the dashboard').fill('Growth')
  await tab.keyboard.press('Enter')
  await tab.getByRole('heading', { name: 'Growth' }).waitFor()
  await tab.getByRole('button', { name: 'More', exact: true }).click()
  await tab.getByRole('menuitem', { name: 'Move to the bin' }).click()
  await tab.getByRole('status').getByText('Growth is in the bin').waitFor()
  await tab.getByRole('button', { name: 'Undo' }).click()
  await tab.getByRole('link', { name: 'Growth' }).waitFor()
})

test('two windows: a tile that one of them moves by keyboard is moved in the other, which says so', async () => {
  const [editor, reader] = [await page.open(board), await page.open(board)]
  await reader.locator('section.tile').first().waitFor()
  await editor.getByRole('button', { name: 'Edit layout' }).click()
  const tile = editor.getByRole('group', { name: /arrows move it/ }).first()
  await tile.focus()
  await editor.keyboard.press('Shift+ArrowDown')
  await reader
    .getByRole('status')
    .getByText(/^Another window moved/)
    .waitFor()
  expect((await storedBoard()).tiles[0].layouts.sm).toMatchObject({ w: 4, h: 7 })
  await page.requireAccessible(editor)
})

test('two windows edit: each changes its own tile, and neither loses the change of the other', async () => {
  const [one, other] = [await page.open(board), await page.open(board)]
  const tilesOf = (tab: typeof one) => tab.getByRole('group', { name: /arrows move it/ })
  for (const tab of [one, other]) await tab.getByRole('button', { name: 'Edit layout' }).click()
  const before = (await storedBoard()).tiles.map(({ layouts }: { layouts: { sm: unknown } }) => layouts.sm)
  await tilesOf(one).nth(1).focus()
  await one.keyboard.press('Shift+ArrowDown')
  // The other window has not heard of the change yet.
  await tilesOf(other).nth(2).focus()
  await other.keyboard.press('Shift+ArrowDown')
  const heights = async () =>
    (await storedBoard()).tiles.map(({ layouts }: { layouts: { sm: { h: number } } }) => layouts.sm.h)
  await expect.poll(heights).toEqual([before[0].h, before[1].h + 1, before[2].h + 1])
  await one
    .getByRole('status')
    .getByText(/^Another window moved/)
    .first()
    .waitFor()
})

test('a filter for all tiles is asked, kept for everyone, and taken off with undo', async () => {
  const tab = await page.open(
    `${board}#${new URLSearchParams({ f: JSON.stringify({ properties: [{ type: 'event', key: '$lib', operator: 'exact', value: ['web'] }] }) })}`,
  )
  await tab.getByText('for all tiles, this visit only').waitFor()
  await tab.getByRole('button', { name: 'Keep for everyone' }).click()
  const kept = tab.getByRole('list', { name: 'Filters of all tiles, for everyone' })
  await kept.getByText('Library is web').waitFor()
  await page.requireAccessible(tab)
  await kept.getByRole('button', { name: /^Remove for everyone: Library/ }).click()
  await tab.getByText('The filter is removed for everyone').waitFor()
  await tab.getByRole('button', { name: 'Undo' }).click()
  await kept.getByText('Library is web').waitFor()
  await kept.getByRole('button', { name: /^Remove for everyone: Library/ }).click()
  await expect.poll(async () => (await storedBoard()).filters).toEqual({})
})

test('a tile gets a colour, is copied, and moves to another dashboard and back', async () => {
  const { body: other } = await page.server.request('POST', `/api/projects/${page.project.id}/dashboards/`, {
    name: 'Elsewhere',
  })
  const tab = await page.open(board)
  const tiles = tab.locator('section.tile')
  await tiles.first().waitFor()
  const count = await tiles.count()
  const open = async (name: string) => {
    await tiles
      .first()
      .getByRole('button', { name: /^More about/ })
      .click()
    await tab.getByRole('menuitem', { name }).click()
  }
  await open('Colour')
  await tab.getByRole('menuitem', { name: 'teal' }).click()
  await tab.locator('section.tile[data-color=teal]').waitFor()
  await open('Duplicate')
  await tab.getByText('The copy is on the dashboard').waitFor()
  await expect.poll(() => tiles.count()).toBe(count + 1)
  await tab.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => tiles.count()).toBe(count)
  await open('Move to')
  await tab.getByRole('menuitem', { name: 'Elsewhere' }).click()
  await tab.getByText('The tile is on Elsewhere').waitFor()
  await expect.poll(() => tiles.count()).toBe(count - 1)
  const moved = async () =>
    (await page.server.request('GET', `/api/projects/${page.project.id}/dashboards/${other.id}/`)).body.tiles
  expect(await moved()).toMatchObject([{ color: 'teal' }])
  await tab.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => tiles.count()).toBe(count)
  expect(await moved()).toEqual([])
})

test('the range of a visit is in the address, applies to all tiles, and is kept for everyone on demand', async () => {
  const tab = await page.open(board)
  const asked = tab.waitForRequest(
    (request) =>
      request.method() === 'POST' &&
      request.url().endsWith('/query/') &&
      request.postDataJSON().query.dateRange?.date_from === '-90d',
  )
  await tab.getByRole('button', { name: '90d' }).click()
  await asked
  expect(new URL(tab.url()).hash).toContain('-90d')
  expect((await storedBoard()).filters).toEqual({})
  await tab.getByRole('button', { name: 'Keep for everyone' }).click()
  await tab.getByRole('button', { name: 'As saved', pressed: true }).waitFor()
  expect((await storedBoard()).filters).toEqual({ date_from: '-90d' })
})

test('on a phone the tiles are one column without editing', async () => {
  const tab = await page.open(board, { viewport: { width: 390, height: 844 }, hasTouch: true })
  await tab.locator('section.tile').first().waitFor()
  expect(await tab.getByRole('button', { name: 'Edit layout' }).isVisible()).toBe(false)
  expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.requireAccessible(tab)
})
