import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeAt } from './ranges.ts'

test('a time is in the range that begins at it or before it, and ends after it', () => {
  const Edges = fc
    .uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 20 })
    .map((edges) => edges.sort((a, b) => a - b))
  fc.assert(
    fc.property(Edges, fc.nat(), (edges, any) => {
      const [first = 0, last = 0] = [edges[0], edges.at(-1)]
      const ms = first + (any % (last - first))
      expect(rangeAt(Float64Array.from(edges), ms)).toBe(edges.findLastIndex((edge) => edge <= ms))
    }),
  )
})

test('a single range can have no end', () => {
  expect(rangeAt(Float64Array.of(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY), 5)).toBe(0)
})
