import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
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
  await tab.getByRole('button', { name: 'Create a link' }).click()
  const link = (await tab.locator('.secret code').first().textContent()) ?? ''
  await page.requireAccessible(tab)
  const stranger = await (await page.browser({ session: 'none' })).newPage()
  await stranger.goto(link)
  await stranger.getByRole('heading', { name: insight.name }).waitFor()
  const forSpreadsheets = (await tab.locator('.secret code').nth(1).textContent()) ?? ''
  const table = await page.server.app.server.inject({ url: new URL(forSpreadsheets).pathname })
  expect([table.statusCode, table.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
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
  await tab.getByRole('button', { name: 'Create a link' }).click()
  const link = (await tab.locator('.secret code').first().textContent()) ?? ''
  const stranger = await (await page.browser({ session: 'none' })).newPage()
  await stranger.goto(link)
  await stranger.getByRole('heading', { name: 'Activation' }).waitFor()
})

const PROJECT = () => `/api/projects/${page.project.id}/`
const made = async (path: string, body: object) =>
  (await page.server.request('POST', `${PROJECT()}${path}`, body)).body
const linkOf = async (path: string, mayChangeDates: boolean, place = 'shared') => {
  const change = { enabled: true, may_change_dates: mayChangeDates }
  const { body } = await page.server.request('PATCH', `${PROJECT()}${path}/sharing/`, change)
  return `${page.origin}/${place}/${body.access_token}`
}
const stranger = async (options = {}) => (await page.browser({ session: 'none', ...options })).newPage()
const QUESTIONS: Readonly<Record<string, object>> = {
  trend: {
    kind: 'TrendsQuery',
    series: [
      { kind: 'EventsNode', event: 'app opened' },
      { kind: 'EventsNode', event: 'signed up' },
    ],
    dateRange: { date_from: '-30d' },
  },
  funnel: {
    kind: 'FunnelsQuery',
    series: ['visited pricing', 'signed up'].map((event) => ({ kind: 'EventsNode', event })),
    dateRange: { date_from: '-90d' },
  },
  retention: {
    kind: 'RetentionQuery',
    retentionFilter: {
      targetEntity: { id: 'signed up', type: 'events' },
      returningEntity: { id: 'app opened', type: 'events' },
      period: 'Week',
      totalIntervals: 6,
    },
  },
  paths: {
    kind: 'PathsQuery',
    dateRange: { date_from: '-30d' },
    pathsFilter: { includeEventTypes: ['custom_event'] },
  },
  stickiness: {
    kind: 'StickinessQuery',
    series: [{ kind: 'EventsNode', event: 'app opened' }],
    dateRange: { date_from: '-30d' },
  },
  lifecycle: {
    kind: 'LifecycleQuery',
    series: [{ kind: 'EventsNode', event: 'app opened' }],
    dateRange: { date_from: '-30d' },
  },
  sql: {
    kind: 'HogQLQuery',
    query: 'select event, count() as events from events group by event order by event',
  },
}
const saved = async (name: string) => (await made('insights/', { name, query: QUESTIONS[name] })).id as number

/** The first columns of each file. */
const HEADS: Readonly<Record<string, RegExp>> = {
  trend: /^Series,Total,\d{4}-\d\d-\d\d,/,
  funnel: /^Step,Name,Reached,/,
  retention: /^Week,Persons,Week 0 /,
  paths: /^Step,From,Next step,To,Paths,/,
  stickiness: /^Active on,Persons,Share/,
  lifecycle: /^Status,\d{4}-/,
  sql: /^event,events$/,
}
/** Returns the lines of a file without the mark of its encoding. */
const textOf = (file: Buffer) => file.toString().replace('\ufeff', '').trim().split('\r\n')

/** Returns the bytes of the file that a click saves. */
async function fileOf(tab: Page, click: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([tab.waitForEvent('download'), click()])
  const parts: Buffer[] = []
  for await (const part of await file.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
/** Returns the width and height of a PNG, in pixels. */
function sizeOf(png: Buffer): { readonly width: number; readonly height: number } {
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}

describe('the charts of a link', () => {
  test.each(Object.keys(QUESTIONS))(
    'of a %s are those of the page, without a session, and are saved as a picture and a file',
    async (name) => {
      const tab = await stranger()
      await tab.goto(await linkOf(`insights/${await saved(name)}`, false))
      await tab.getByRole('heading', { name, level: 1 }).waitFor()
      await tab.getByText(/^as of /).waitFor()
      // The page that the server rendered is gone, and its style with it.
      expect(await tab.locator('main').count()).toBe(1)
      expect(await tab.getByLabel('Dates').count()).toBe(0)
      await page.requireAccessible(tab)
      const [head] = textOf(await fileOf(tab, () => tab.getByRole('button', { name: 'CSV' }).click()))
      expect(head).toMatch(HEADS[name] ?? '')
      if (name === 'sql') return
      const { width, height } = sizeOf(
        await fileOf(tab, () => tab.getByRole('button', { name: 'PNG' }).click()),
      )
      expect([width > 1_000, height > 300]).toEqual([true, true])
    },
  )

  test('have a legend that hides, nothing that opens, and the scheme of the visitor', async () => {
    const tab = await stranger({ colorScheme: 'dark' })
    await tab.goto(await linkOf(`insights/${await saved('trend')}`, false))
    await tab.locator('figure canvas').waitFor()
    const series = tab.getByRole('group', { name: 'Series' }).getByRole('button')
    await series.first().click()
    expect(await series.first().getAttribute('aria-pressed')).toBe('false')
    const paper = await tab.evaluate(
      "getComputedStyle(document.querySelector('.shared__answer')).backgroundColor",
    )
    expect(paper).toMatch(/^rgb\((?:\d|[1-5]\d),/)
    await tab.getByRole('slider', { name: 'Points of the chart' }).press('Enter')
    expect(await tab.locator('.panel').count()).toBe(0)
    await page.requireAccessible(tab)
  })

  test('of a visitor without scripts are the page of the server', async () => {
    const tab = await stranger({ javaScriptEnabled: false })
    await tab.goto(await linkOf(`insights/${await saved('trend')}`, true))
    await tab.getByRole('heading', { name: 'trend' }).waitFor()
    expect(await tab.locator('svg.chart').count()).toBe(1)
    await tab.getByRole('link', { name: 'Last 7 days' }).click()
    expect(await tab.locator('[aria-current=page]').textContent()).toBe('Last 7 days')
  })
})

describe('the dates of a link', () => {
  test('are changed by the visitor if the dialog allows it, and a copied address keeps them', async () => {
    const id = await saved('trend')
    const { body } = await page.server.request('GET', `${PROJECT()}insights/${id}/`)
    const owner = await page.open(`insights/${body.short_id}`)
    await owner.getByRole('button', { name: 'Share' }).click()
    await owner.getByRole('button', { name: 'Create a link' }).click()
    await owner.getByLabel('Visitors may change the dates').check()
    await expect
      .poll(async () => (await page.server.request('GET', `${PROJECT()}insights/${id}/sharing/`)).body)
      .toMatchObject({ enabled: true, may_change_dates: true })
    await page.requireAccessible(owner)
    const link = (await owner.locator('.secret code').first().textContent()) ?? ''
    const tab = await stranger({ viewport: { width: 390, height: 844 } })
    await tab.goto(link)
    await tab.getByText(/last 30 days/).waitFor()
    await tab.getByLabel('Dates').selectOption('Last 7 days')
    await tab.getByText(/last 7 days/).waitFor()
    expect(new URL(tab.url()).search).toBe('?date_from=-7d')
    await page.requireAccessible(tab)
    const again = await stranger()
    await again.goto(tab.url())
    await again.getByText(/last 7 days/).waitFor()
    expect(await again.getByLabel('Dates').inputValue()).toBe('-7d')
    await tab.goBack()
    await tab.getByText(/last 30 days/).waitFor()
    // The phone has no sideways scroll.
    expect(await tab.evaluate("document.querySelector('.shared').scrollWidth")).toBe(390)
  })

  test('of a dashboard hold for all tiles', async () => {
    const tiles = [await saved('trend'), await saved('funnel')].map((insight) => ({
      insight: { id: insight },
    }))
    const { id } = await made('dashboards/', {
      name: 'Board',
      tiles: [...tiles, { text: { body: '# Hello' } }],
    })
    const tab = await stranger()
    await tab.goto(await linkOf(`dashboards/${id}`, true))
    await tab.getByRole('region', { name: 'trend' }).locator('canvas').waitFor()
    await tab.getByRole('heading', { name: 'Hello' }).waitFor()
    const asked = tab.waitForResponse((response) => response.url().includes('.json?date_from=-90d'))
    await tab.getByLabel('Dates').selectOption('Last 90 days')
    expect((await asked).status()).toBe(200)
    await page.requireAccessible(tab)
    await tab.getByRole('button', { name: 'More about trend' }).click()
    const address = await tab.getByRole('menuitem', { name: 'Table for spreadsheets' }).getAttribute('href')
    const table = await page.server.app.server.inject({ url: address ?? '' })
    expect([table.statusCode, table.body.split(',')[0]]).toEqual([200, 'series'])
  })
})

test('a link is embedded in another page, and only by its embedded form', async () => {
  const path = `insights/${await saved('trend')}`
  const [shared, embedded] = [await linkOf(path, false), await linkOf(path, false, 'embedded')]
  const tab = await stranger()
  const frame = `<!doctype html><title>x</title><iframe src="${embedded}" width="900" height="700"></iframe>`
  await tab.route('**/another-page', (route) => route.fulfill({ contentType: 'text/html', body: frame }))
  await tab.goto(`${page.origin}/another-page`)
  await tab.frameLocator('iframe').locator('canvas').waitFor()
  const { headers } = await page.server.app.server.inject({ url: new URL(shared).pathname })
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('a tile is saved as a picture and as a table, and its series get another colour', async () => {
  const { id } = await made('dashboards/', {
    name: 'Tiles',
    tiles: [{ insight: { id: await saved('trend') } }, { insight: { id: await saved('funnel') } }],
  })
  const tab = await page.open(`dashboards/${id}`)
  await tab.getByRole('region', { name: 'trend' }).locator('canvas').waitFor()
  const choose = async (tile: string, item: string) => {
    await tab.getByRole('button', { name: `More about ${tile}` }).click()
    // The menu of the tile before may still be fading.
    const menu = tab.getByRole('menu', { name: `More about ${tile}` })
    await menu.getByRole('menuitem', { name: item }).click()
  }
  for (const tile of ['trend', 'funnel'])
    expect(sizeOf(await fileOf(tab, () => choose(tile, 'PNG'))).width).toBeGreaterThan(600)
  const csv = await fileOf(tab, () => choose('trend', 'CSV'))
  expect(csv.toString()).toContain('app opened')
  expect(textOf(await fileOf(tab, () => choose('funnel', 'CSV')))).toHaveLength(3)
  await choose('trend', 'Colours')
  await tab
    .getByRole('group', { name: 'Colours for app opened' })
    .getByRole('button', { name: 'plum' })
    .click()
  await tab.getByRole('menu').waitFor({ state: 'detached' })
  await page.requireAccessible(tab)
  const kept = await tab.evaluate('JSON.stringify({ ...localStorage })')
  expect(kept).toContain('app opened')
})
