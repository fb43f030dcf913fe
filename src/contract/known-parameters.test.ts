import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { knownFields } from './known-parameters.ts'

const searches = vi.hoisted(() => ({ count: 0 }))
// The real search, counted.
vi.mock('./nearest-name.ts', async (original) => {
  const names = await original<typeof import('./nearest-name.ts')>()
  const suggestion: typeof names.suggestion = (mistyped, known) => {
    searches.count++
    return names.suggestion(mistyped, known)
  }
  return { ...names, suggestion }
})

const Body = knownFields({ name: z.string().optional(), date_from: z.string().optional() }, ['harmless'])
const body = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`datefrom${i}`, i]))

test.each([
  [1, ''],
  [2, ' Unknown as well: "datefrom1".'],
  [3, ' Unknown as well: "datefrom1" and "datefrom2".'],
  [4, ' Unknown as well: "datefrom1", "datefrom2" and "datefrom3".'],
  [80_000, ' Unknown as well: "datefrom1", "datefrom2" and 79,997 others.'],
])('%i unknown fields are one issue, with one search for the nearest name', (count, others) => {
  searches.count = 0
  const issues = Body.safeParse({ harmless: 1, ...body(count) }).error?.issues
  expect(issues).toMatchObject([
    { path: ['datefrom0'], message: `There is no field "datefrom0". Did you mean "date_from"?${others}` },
  ])
  expect([issues?.length, searches.count]).toEqual([1, 1])
})

test('known and harmless fields are none', () => {
  searches.count = 0
  expect(Body.parse({ name: 'a', harmless: 1 })).toEqual({ name: 'a', harmless: 1 })
  expect(searches.count).toBe(0)
})
