import { expect, test } from 'vitest'
import { nearestName, quoted, shown, suggestion } from './nearest-name.ts'

const NAMES = ['breakdown', 'breakdown_type', 'date_from', 'date_to', 'events', 'total', 'dau']

test.each([
  ['brekdown', 'breakdown'],
  ['braekdown', 'breakdown'],
  ['breakdowntype', 'breakdown_type'],
  ['dateFrom', 'date_from'],
  ['Date-To', 'date_to'],
  ['event', 'events'],
  ['totl', 'total'],
  ['total', 'total'],
  ['ua', null],
  ['dua', 'dau'],
  ['', null],
  ['tot', 'total'],
  ['date', null],
  ['colour', null],
  ['x'.repeat(10_000), null],
])('the nearest name to %s is %s', (mistyped, nearest) => {
  expect(nearestName(mistyped, NAMES)).toBe(nearest)
})

test('a name without a near one gets all of them', () => {
  expect(suggestion('totl', ['total', 'dau'])).toBe('Did you mean "total"?')
  expect(suggestion('colour', ['total', 'dau'])).toBe('Use total, dau.')
  expect(suggestion('colour', [])).toBe('It has none.')
})

test.each([
  ['paid', '"paid"'],
  [5, '5'],
  [null, 'null'],
  [undefined, 'undefined'],
  [[1], 'a list'],
  [{ a: 1 }, 'an object'],
])('%j is shown as %s', (value, expected) => expect(shown(value)).toBe(expected))

test('a long text is quoted in part', () => {
  expect(quoted('paid')).toBe('"paid"')
  expect(quoted('x'.repeat(101))).toBe(`"${'x'.repeat(100)}…"`)
})
