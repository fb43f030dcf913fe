import { expect, test } from 'vitest'
import { z } from 'zod'
import { knownFields } from './known-parameters.ts'

const Body = knownFields({ name: z.string().optional(), date_from: z.string().optional() }, ['harmless'])
const body = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`datefrom${i}`, i]))

test.each([
  [1, ''],
  [2, ' Unknown as well: "datefrom1".'],
  [3, ' Unknown as well: "datefrom1" and "datefrom2".'],
  [4, ' Unknown as well: "datefrom1", "datefrom2" and "datefrom3".'],
  [80_000, ' Unknown as well: "datefrom1", "datefrom2" and 79,997 others.'],
])('%i unknown fields are one issue, and the nearest name is told for the first alone', (count, others) => {
  const issues = Body.safeParse({ harmless: 1, ...body(count) }).error?.issues
  expect(issues).toHaveLength(1)
  expect(issues).toMatchObject([
    { path: ['datefrom0'], message: `There is no field "datefrom0". Did you mean "date_from"?${others}` },
  ])
})

test('known and harmless fields are none', () => {
  expect(Body.parse({ name: 'a', harmless: 1 })).toEqual({ name: 'a', harmless: 1 })
})
