import { expect, test } from 'vitest'
import { fileRows, nextSort, type ResultColumn, sorted } from './table-model.ts'

interface Row {
  readonly name: string
  readonly total: number | null
}
const ROWS: readonly Row[] = [
  { name: 'b', total: 2 },
  { name: 'a10', total: null },
  { name: 'a2', total: 1204.5 },
]
const COLUMNS: readonly ResultColumn<Row>[] = [
  {
    key: 'name',
    title: 'Name',
    isNumber: false,
    widthPx: 100,
    value: ({ name }) => name,
    text: ({ name }) => name,
  },
  {
    ...{ key: 'total', title: 'Total', fileTitle: 'Total of 2026', isNumber: true, widthPx: 100 },
    value: ({ total }) => total,
    text: ({ total }) => `about ${total}`,
  },
]
const names = (by: string, isDown: boolean) => sorted(ROWS, COLUMNS, { by, isDown }).map(({ name }) => name)

test('rows without a value are last in both directions; numbers within texts are numbers', () => {
  expect(names('total', true)).toEqual(['a2', 'b', 'a10'])
  expect(names('total', false)).toEqual(['b', 'a2', 'a10'])
  expect(names('name', false)).toEqual(['a2', 'a10', 'b'])
  expect(names('gone', true)).toEqual(['b', 'a10', 'a2'])
  expect(sorted(ROWS, COLUMNS, null)).toBe(ROWS)
})

test('a head is clicked three times: numbers from the greatest, texts from A, then the order of the answer', () => {
  const clicks = (key: string, isNumber: boolean) => {
    const first = nextSort(null, { key, isNumber })
    const second = nextSort(first, { key, isNumber })
    return [first?.isDown, second?.isDown, nextSort(second, { key, isNumber })]
  }
  expect(clicks('total', true)).toEqual([true, false, null])
  expect(clicks('name', false)).toEqual([false, true, null])
})

test('the file has the same rows in the same order, with plain numbers and its own heads', () => {
  expect(fileRows(COLUMNS, sorted(ROWS, COLUMNS, { by: 'total', isDown: true }))).toEqual([
    ['Name', 'Total of 2026'],
    ['a2', 1204.5],
    ['b', 2],
    ['a10', null],
  ])
})
