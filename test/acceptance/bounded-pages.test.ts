import { beforeAll, describe, expect, test } from 'vitest'
import { TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PERSONS = 90
const LARGE = 'x'.repeat(400_000)

beforeAll(async () => {
  for (let i = 0; i < PERSONS; i += 10)
    await server.capture(
      Array.from({ length: 10 }, (_, j) => ({
        event: 'large',
        distinct_id: `d${i + j}`,
        timestamp: new Date(server.nowMs - (i + j)).toISOString(),
        properties: { of: i + j, $set: { bio: LARGE, of: i + j } },
      })),
      TOKEN,
    )
})

async function walk(path: string) {
  const pages: { properties: { of: number } }[][] = []
  for (let next: string | null = path; next !== null && pages.length < 100; ) {
    const { status, body } = await server.request('GET', next)
    expect(status).toBe(200)
    pages.push(body.results)
    next = body.next && new URL(body.next).pathname + new URL(body.next).search
  }
  return pages
}
const everyOne = Array.from({ length: PERSONS }, (_, i) => i)
const ofEach = (pages: { properties: { of: number } }[][]) =>
  pages
    .flat()
    .map(({ properties }) => properties.of)
    .sort((a, b) => a - b)

describe('pages of large persons and events are shorter than their limit, and all rows are on one', () => {
  test.each(['persons/?limit=1000', 'persons/?limit=1000&search=xxx', 'events/?limit=10000'])(
    '%s',
    async (list) => {
      const pages = await walk(`/api/projects/1/${list}`)
      expect(pages.length).toBeGreaterThan(1)
      for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(40_000_000)
      expect(ofEach(pages)).toEqual(everyOne)
    },
    60_000,
  )
})

test('events show a large person without its properties', async () => {
  const { body } = await server.request('GET', '/api/projects/1/events/?limit=1')
  expect(body.results[0].person).toEqual({ is_identified: false, distinct_ids: ['d0'], properties: null })
})
