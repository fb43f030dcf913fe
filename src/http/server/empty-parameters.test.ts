import { expect, test } from 'vitest'
import { withoutEmpty } from './empty-parameters.ts'

test.each([
  [{}, {}],
  [{ search: '', limit: '5' }, { limit: '5' }],
  [{ refresh: '' }, { refresh: '' }],
  [{ refresh: ['', 'true'] }, { refresh: ['', 'true'] }],
  [{ search: ['', ''] }, {}],
  [{ search: ['', 'a'] }, { search: 'a' }],
  [{ include: ['a', '', 'b'] }, { include: ['a', 'b'] }],
  [
    { search: ' ', limit: '0' },
    { search: ' ', limit: '0' },
  ],
])('%j has the values %j', (parameters, given) => {
  expect(withoutEmpty(parameters)).toEqual(given)
})
