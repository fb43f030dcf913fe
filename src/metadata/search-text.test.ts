import { expect, test } from 'vitest'
import { searchText } from './search-text.ts'

test('the text of a search is in lower case, also beyond ASCII, and keeps its parts apart', () => {
  const text = searchText(['Größe ÄÖ', null, 'Weekly', 'growth'])
  expect(text).toContain('größe äö')
  expect(text).toContain('weekly')
  expect(text).not.toContain('weekly growth')
  expect(text).not.toContain('weeklygrowth')
})
