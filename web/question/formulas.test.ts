import { expect, test } from 'vitest'
import { formulaInWords, formulasOf, reletter, withFormulas } from './formulas.ts'

test('formulas are read in each of their forms, and written as nodes', () => {
  expect(formulasOf(undefined)).toEqual([])
  expect(formulasOf({ formula: 'A' })).toEqual([{ formula: 'A' }])
  expect(formulasOf({ formulas: ['A', 'B'] })).toEqual([{ formula: 'A' }, { formula: 'B' }])
  expect(withFormulas({ formula: 'A', display: 'ActionsBar' }, [{ formula: 'B' }])).toEqual({
    display: 'ActionsBar',
    formulaNodes: [{ formula: 'B' }],
  })
  expect(withFormulas({ formulas: ['A'] }, [])).toBeUndefined()
})

test.each([
  ['B / A', [1, 0], 'A / B'],
  ['B / A', [0, null, 1], 'C / A'],
  ['(A + B) * 100', [1, 2, 0], '(C + A) * 100'],
  ['A / B', [1], 'A / A'],
])('%s follows its series to other places', (formula, from, expected) => {
  // The letter of a deleted series stays in the formula. So the server may report that the series is
  // missing, or the letter means the series that has this letter now.
  expect(reletter(formula, from)).toBe(expected)
})

test('a formula reads as a sentence', () => {
  expect(formulaInWords('B / A', ['visited pricing', 'signed up'])).toBe('signed up ÷ visited pricing')
})
