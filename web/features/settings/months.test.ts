import { expect, test } from 'vitest'
import { goingMonths, monthName } from './months.ts'

const NOW = Date.UTC(2026, 10, 23)
const months = ['2025-10', '2025-11', '2026-10', '2026-11'].map((month) => ({ month, events: 1, bytes: 1 }))

test.each([
  [1, ['2025-10', '2025-11']],
  [12, ['2025-10']],
  [13, []],
])('keeping %i months before the present one', (kept, going) => {
  expect(goingMonths(months, kept, NOW).map(({ month }) => month)).toEqual(going)
})

test('a month has its name', () => expect(monthName('2026-11')).toBe('November 2026'))
