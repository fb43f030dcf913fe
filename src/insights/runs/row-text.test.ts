import { expect, test } from 'vitest'
import type { PropertyBreakdown } from '#query/breakdown.ts'
import { missingText, textOfRow, valuesOfText } from './row-text.ts'

const breakdown = (properties: number): PropertyBreakdown => ({
  kind: 'properties',
  by: Array.from({ length: properties }, (_, i) => ({
    value: { on: 'event', key: `key ${i}` },
    normalizesUrl: false,
    bins: null,
  })),
  isList: true,
  limit: null,
  hidesOther: false,
})

test.each<[string[], string]>([
  [['Chrome'], 'Chrome'],
  [[''], ''],
  [['Chrome', ''], 'Chrome\0\0'],
  [['é', '', '\0'], 'é\0\0\0\0\0\u0001'],
  [['a\0', 'b'], 'a\0\u0001\0\0b'],
])('%j is written as %j and read again', (values, text) => {
  expect(textOfRow(values)).toBe(text)
  expect(valuesOfText(breakdown(values.length), text)).toEqual(values)
})

test('the text of missing values', () => {
  expect([1, 2].map((count) => missingText(breakdown(count)))).toEqual(['', '\0\0'])
})
