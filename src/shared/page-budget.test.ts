import { expect, test } from 'vitest'
import { fitting, PAGE_BYTES } from './page-budget.ts'

const HALF = PAGE_BYTES / 2
test.each([
  [[], []],
  [
    [1, 2, 3],
    [1, 2, 3],
  ],
  [
    [HALF, HALF],
    [HALF, HALF],
  ],
  [
    [HALF, HALF, 1],
    [HALF, HALF],
  ],
  // The third item would still fit, but the second one does not. The page ends there, because a page has no
  // gaps.
  [[HALF, HALF + 1, 1], [HALF]],
  [[PAGE_BYTES + 1, 1], [PAGE_BYTES + 1]],
])('of items of %j bytes the page holds %j', (sizes, page) => {
  expect(fitting(sizes, (size) => size)).toEqual(page)
})
