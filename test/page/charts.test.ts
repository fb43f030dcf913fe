import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { usePage } from '../fixtures/use-page.ts'

const page = usePage()

const event = (name: string, math?: string) => ({ kind: 'EventsNode', event: name, ...(math && { math }) })
const ask = (question: object, options?: Parameters<typeof page.open>[1]) =>
  page.open(`insights/new#${new URLSearchParams({ q: JSON.stringify(question) })}`, options)
const fragment = async (tab: Page, name: string) =>
  JSON.parse(new URLSearchParams(await tab.evaluate('location.hash.slice(1)')).get(name) ?? '{}')
const cells = (table: Locator) =>
  table
    .locator('tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? '')),
    )
async function saved(tab: Page, button: string): Promise<Buffer> {
  const [file] = await Promise.all([
    tab.waitForEvent('download'),
    tab.getByRole('button', { name: button }).click(),
  ])
  return readFile(await file.path())
}

const BY_DEVICE = {
  kind: 'TrendsQuery',
  series: [event('$pageview')],
  dateRange: { date_from: '-14d' },
  breakdownFilter: { breakdown: '$device_type' },
  compareFilter: { compare: true },
}

test('a trend with breakdown and comparison: legend, tip, keys, the people of a point, and the table as a file', async () => {
  const tab = await ask(BY_DEVICE)
  const chart = tab.getByRole('slider', { name: 'Points of the chart' })
  await chart.waitFor()
  await tab.locator('figure canvas').waitFor()
  await page.requireAccessible(tab)

  const desktop = tab.getByRole('button', { name: 'Desktop', exact: true })
  await desktop.click()
  expect(await desktop.getAttribute('aria-pressed')).toBe('false')
  expect(await fragment(tab, 'view')).toEqual({ hidden: ['Desktop'] })
  expect(await tab.getByRole('checkbox', { name: 'Show Desktop' }).isChecked()).toBe(false)
  await desktop.click()
  await tab.getByRole('button', { name: 'Mobile', exact: true }).dblclick()
  expect(await fragment(tab, 'view')).toEqual({ hidden: ['Desktop'] })
  await tab.getByRole('checkbox', { name: 'Show Desktop' }).check()

  const box = await chart.boundingBox()
  if (box === null) expect.unreachable()
  await tab.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const tip = tab.locator('.tip')
  expect(await tip.locator('.tip__row').count()).toBe(2)
  expect(await tip.textContent()).toMatch(/compared with \w{3} \d+ \w{3}/)
  await tab.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  const point = await fragment(tab, 'at')
  expect(point.title).toMatch(/^(Desktop|Mobile), \w{3} \d+ \w{3}/)
  const people = await page.server.request('GET', point.peopleUrl)
  expect(people.status).toBe(200)

  await tab.goBack()
  await chart.focus()
  await tab.keyboard.press('Home')
  const first = await chart.getAttribute('aria-valuetext')
  await tab.keyboard.press('ArrowRight')
  expect(await chart.getAttribute('aria-valuenow')).toBe('1')
  expect(await chart.getAttribute('aria-valuetext')).not.toBe(first)
  await tab.keyboard.press('Enter')
  expect((await fragment(tab, 'at')).peopleUrl).toMatch(/persons\/trends/)

  const table = tab.getByRole('region', { name: /^Values of/ }).getByRole('table')
  await table.getByRole('button', { name: 'Total' }).click()
  await table.getByRole('button', { name: 'Total' }).click()
  const seen = await cells(table)
  expect(seen.slice(1).map(([name]) => name)).toEqual(['Mobile', 'Desktop'])
  const file = (await saved(tab, 'CSV')).toString().replace('\ufeff', '').trim().split('\r\n')
  // The file shows a change as a share.
  const withoutChange = (row: readonly string[]) =>
    row.filter((_, i) => i !== 3).map((cell) => cell.replaceAll('\u00a0', ''))
  const [heads = [], ...rows] = file.map((line) => withoutChange(line.split(',')))
  expect(rows).toEqual(seen.slice(1).map(withoutChange))
  // In the table, days are "today" and "19 Nov"; in the file, each day has its year.
  expect(heads.slice(3).filter((head) => !/^\d{4}-\d\d-\d\d$/.test(head))).toEqual([])
  const png = await saved(tab, 'PNG')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
})

test('dragging over a chart narrows its range', async () => {
  const tab = await ask({ ...BY_DEVICE, compareFilter: undefined })
  const box = await tab.getByRole('slider', { name: 'Points of the chart' }).boundingBox()
  if (box === null) expect.unreachable()
  await tab.mouse.move(box.x + box.width * 0.3, box.y + 80)
  await tab.mouse.down()
  await tab.mouse.move(box.x + box.width * 0.7, box.y + 80, { steps: 4 })
  await tab.mouse.up()
  const { dateRange } = await fragment(tab, 'q')
  expect(dateRange).toEqual({
    date_from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    date_to: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  await tab
    .getByRole('button', { name: dateRange.date_from.slice(8).replace(/^0/, ''), exact: false })
    .first()
    .waitFor()
})

test('points are smoothed from the form, and the sentence says so', async () => {
  const tab = await ask({ ...BY_DEVICE, compareFilter: undefined })
  await tab.locator('figure canvas').waitFor()
  await tab.getByLabel('Smoothing', { exact: true }).selectOption({ label: 'mean of 7 days' })
  const sentence = tab.locator('p.sentence', { hasText: 'as the mean of 7 days' })
  await sentence.waitFor()
  expect((await fragment(tab, 'q')).trendsFilter).toEqual({ smoothingIntervals: 7 })
  await page.requireAccessible(tab)
  await tab.getByLabel('Smoothing', { exact: true }).selectOption({ label: 'none' })
  await sentence.waitFor({ state: 'detached' })
  expect((await fragment(tab, 'q')).trendsFilter).toBeUndefined()
})

test('a map of the world colours countries, opens the persons of one, and says which it has no shape of', async () => {
  const from = (person: string, country: string) => ({
    event: 'mapped',
    distinct_id: person,
    properties: { $geoip_country_code: country },
  })
  await page.server.capture(
    [from('map ada', 'DE'), from('map bob', 'DE'), from('map cid', 'BR'), from('map dee', 'SG')],
    page.project.api_token,
  )
  const tab = await ask({
    kind: 'TrendsQuery',
    series: [event('mapped', 'dau')],
    trendsFilter: { display: 'WorldMap' },
  })
  await tab.getByText('Not on the map: Singapore 1').waitFor()
  await page.requireAccessible(tab)
  const germany = tab.locator('.map__opens').first()
  expect(await tab.locator('.map__opens').count()).toBe(2)
  await germany.hover()
  await tab.locator('.map__tip', { hasText: /^(Germany 2|Brazil 1)$/ }).waitFor()
  await germany.click()
  expect((await fragment(tab, 'at')).title).toMatch(/^(DE|BR), the whole range$/)
})

test('stickiness counts exactly so many days, or at least so many', async () => {
  const tab = await ask({
    kind: 'StickinessQuery',
    series: [event('app opened')],
    dateRange: { date_from: '-7d' },
  })
  const table = tab.getByRole('region', { name: /^Values of/ }).getByRole('table')
  await table.waitFor()
  const exactly = await cells(table)
  await tab.getByRole('button', { name: 'at least' }).click()
  await table.getByText('100.0\u00a0%').waitFor()
  await table.getByText('1 day or more').waitFor()
  const atLeast = await cells(table)
  const sum = exactly.slice(1).reduce((all, [, persons]) => all + Number(persons), 0)
  expect(Number(atLeast[1]?.[1])).toBe(sum)
  expect(atLeast[1]?.[2]).toBe('100.0\u00a0%')
  await page.requireAccessible(tab)
})

test('lifecycle has who came above zero, who went below it, and the rest as a line', async () => {
  const tab = await ask({
    kind: 'LifecycleQuery',
    series: [event('app opened')],
    dateRange: { date_from: '-7d' },
  })
  const table = tab.getByRole('region', { name: /^Values of/ }).getByRole('table')
  await table.waitFor()
  const rows = new Map(
    (await cells(table)).map(([name = '', ...values]) => [
      name,
      values.map((value) => Number(value.replace('−', '-'))),
    ]),
  )
  expect([...rows.keys()]).toEqual(['Status', 'Returning', 'Resurrecting', 'New', 'Dormant', 'Net'])
  const of = (name: string) => rows.get(name) ?? []
  expect(of('Net')).toEqual(
    of('New').map((value, i) => value + (of('Resurrecting')[i] ?? 0) + (of('Dormant')[i] ?? 0)),
  )
  await table
    .getByRole('row', { name: /^Show Dormant|Dormant/ })
    .getByRole('button', { name: /^−/ })
    .first()
    .click()
  expect((await fragment(tab, 'at')).count).toBeGreaterThan(0)
})

test('SQL: a fault with line and caret, then rows as table, bars and number', async () => {
  const tab = await ask({
    kind: 'HogQLQuery',
    query: 'select event,\n  cont() as n\nfrom events\ngroup by event',
  })
  const fault = tab.getByRole('alert')
  await fault.getByText("'cont'").waitFor()
  expect(await fault.locator('pre').textContent()).toBe('2    cont() as n\n     ^')
  await tab.getByRole('button', { name: 'Go to line 2' }).click()
  const statement = tab.getByRole('textbox', { name: 'Statement' })
  expect(
    await statement.evaluate((field) => {
      const { value, selectionStart } = field as unknown as { value: string; selectionStart: number }
      return value.slice(selectionStart)
    }),
  ).toMatch(/^cont\(\)/)
  await page.requireAccessible(tab)

  await statement.fill('select event, count() as n from events group by event order by n desc limit 3')
  await statement.press('Control+Enter')
  const table = tab.getByRole('region', { name: /^Values of/ }).getByRole('table')
  await table.waitFor()
  expect((await cells(table)).map((row) => row.length)).toEqual([2, 2, 2, 2])
  await tab.getByRole('button', { name: 'Bars', exact: true }).click()
  await tab.locator('figure canvas').waitFor()
  await tab.getByRole('button', { name: 'Number', exact: true }).click()
  await tab.locator('.bignum').waitFor()
  expect((await fragment(tab, 'q')).display).toBe('BoldNumber')

  await statement.fill('')
  await tab.getByTitle('Insert distinct_id').click()
  expect(await statement.inputValue()).toBe('distinct_id')
})

test('of a thousand rows only those in sight exist', async () => {
  const tab = await ask({ kind: 'HogQLQuery', query: 'select uuid, event, timestamp from events limit 1000' })
  const table = tab.getByRole('region', { name: /^Values of/ }).getByRole('table')
  await table.waitFor()
  expect(await table.getAttribute('aria-rowcount')).toBe('1001')
  expect(await table.locator('tbody tr').count()).toBeLessThan(60)
  await table.evaluate((element) => element.parentElement?.scrollTo(0, 1e6))
  await table.locator('tr[aria-rowindex="1001"]').waitFor()
  const lines = (await saved(tab, 'CSV')).toString().trim().split('\r\n')
  expect(lines).toHaveLength(1001)
})

test('in the dark a chart has no white surface', async () => {
  const tab = await ask(BY_DEVICE, { colorScheme: 'dark' })
  const canvas = tab.locator('figure canvas').first()
  await canvas.waitFor()
  const light = await canvas.evaluate((element) => {
    // The tests know no DOM.
    const { width, height, getContext } = element as unknown as {
      width: number
      height: number
      getContext(kind: '2d'): {
        getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray }
      }
    }
    const { data } = getContext.call(element, '2d').getImageData(0, 0, width, height)
    let count = 0
    for (let at = 0; at < data.length; at += 4)
      if ((data[at + 3] ?? 0) > 200 && Math.min(...data.subarray(at, at + 3)) > 235) count += 1
    return { count, all: data.length / 4 }
  })
  expect(light.all).toBeGreaterThan(100_000)
  expect(light.count / light.all).toBeLessThan(0.001)
  await page.requireAccessible(tab)
})
