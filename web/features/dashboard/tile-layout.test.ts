import { expect, test } from 'vitest'
import { placeAfterKey, placesOf, storedPlace, withPlace } from './tile-layout.ts'

test('a stored place needs four whole numbers', () => {
  expect(storedPlace({ layouts: { sm: { x: 0, y: 1, w: 6, h: 5, i: '7' } } })).toMatchObject({ x: 0, y: 1 })
  expect(storedPlace({ layouts: {} })).toBeNull()
  expect(storedPlace({ layouts: { sm: { x: 0, y: 1, w: 6 } } })).toBeNull()
})

test('a new place keeps the layouts of other widths', () => {
  const layouts = { xs: { x: 0 }, sm: { x: 1, y: 1, w: 3, h: 3 } }
  expect(withPlace({ layouts }, { x: 2, y: 0, w: 4, h: 5 })).toEqual({
    xs: { x: 0 },
    sm: { x: 2, y: 0, w: 4, h: 5 },
  })
})

test('tiles without a place follow below the others, in rows of twelve columns', () => {
  const places = placesOf([
    { id: 1, isSmall: false, place: null },
    { id: 2, isSmall: true, place: { x: 0, y: 0, w: 3, h: 4 } },
    { id: 3, isSmall: false, place: null },
    { id: 4, isSmall: true, place: null },
  ])
  expect([...places]).toEqual([
    [2, { x: 0, y: 0, w: 3, h: 4 }],
    [1, { x: 0, y: 4, w: 6, h: 7 }],
    [3, { x: 6, y: 4, w: 6, h: 7 }],
    [4, { x: 0, y: 11, w: 3, h: 3 }],
  ])
})

test.each([
  ['ArrowRight', false, { x: 1, y: 0, w: 3, h: 3 }],
  ['ArrowLeft', false, null],
  ['ArrowDown', true, { x: 0, y: 0, w: 3, h: 4 }],
  ['ArrowLeft', true, null],
  ['a', false, null],
])('%s, resizing %s', (key, isResizing, expected) => {
  expect(placeAfterKey({ x: 0, y: 0, w: 3, h: 3 }, key, isResizing)).toEqual(expected)
})
