import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '#query/limits.ts'
import { evaluateFormula } from './formula.ts'
import { parseFormula } from './parse-formula.ts'

const parse = (text: string, seriesCount = 26) => parseFormula(text, seriesCount, ['trendsFilter', 'formula'])
const resultOf = (text: string, ...values: number[]) => evaluateFormula(parse(text), values)

test('a formula is JSON without the blanks, parentheses and letter case of its text', () => {
  const expected = {
    operator: '/',
    left: { operator: '+', left: { series: 0 }, right: { number: 1.5 } },
    right: { negated: { series: 1 } },
  }
  expect(parse('(A+1.5)/-B')).toEqual(expected)
  expect(JSON.stringify(parse(' ( (a) + 1.50 )\n/ -(b) '))).toBe(JSON.stringify(expected))
})

// A is 6, B is 3, C is 2.
test.each([
  ['A', 6],
  ['c', 2],
  ['A/B', 2],
  ['A / B * 100', 200],
  ['A-B-C', 1],
  ['A-(B-C)', 5],
  ['A+B*C', 12],
  ['(A+B)*C', 18],
  ['A/B/C', 1],
  ['A/(B/C)', 4],
  ['B^C', 9],
  ['C^B^C', 512],
  ['(C^B)^C', 64],
  ['A*B^C', 54],
  ['-C^2', -4],
  ['(-C)^2', 4],
  ['C^-1', 0.5],
  ['2^-1^2', 0.5],
  ['2^-C*A', 1.5],
  ['-A*B', -18],
  ['A*-B', -18],
  ['A--B', 9],
  ['A-+-B', 9],
  ['+A', 6],
  ['.5*A', 3],
  ['5.*A', 30],
  ['1.25', 1.25],
  ['\tA\n+\u00a0B ', 9],
  ['(((A)))', 6],
])('%s is %d', (text, expected) => {
  expect(resultOf(text, 6, 3, 2)).toBe(expected)
})

// The example of docs/semantics/formulas.md.
test.each([
  [4, 2, [2, 50, -16, 3]],
  [1, 3, [1 / 3, -200, -1, 4 / 3]],
  [5, 0, [0, 100, -25, 0]],
])('the worked example with %d and %d', (a, b, expected) => {
  expect(['A/B', '(A-B)/A*100', '-A^2', 'A/B + 1'].map((text) => resultOf(text, a, b))).toEqual(expected)
})

test.each([
  ['A/B', 5, 0],
  ['A/B', 0, 0],
  // The whole formula is 0, even if the arithmetic of doubles would turn the infinite part into a number
  // again.
  ['A/B + 1', 5, 0],
  ['1/(A/B)', 5, 0],
  ['(A/B)^0', 0, 0],
  ['1^(A/B)', 5, 0],
  ['(0-A)^.5', 4, 0],
  ['A^999', 9, 0],
  ['A^999-A^999', 9, 0],
  // Zero is never -0.
  ['-B', 0, 0],
  ['A*-1', 0, 0],
  // Series C has no value.
  ['C', 5, 5],
])('%s of %d and %d is 0', (text, a, b) => {
  expect(resultOf(text, a, b)).toBe(0)
})

const letters = 'but a letter, a number or "(" is expected.'
const operators = 'but an operator (+ - * / ^) or its end is expected.'
test.each([
  ['', `The formula ends at character 1, ${letters}`],
  [' ', `The formula ends at character 2, ${letters}`],
  ['A+', `The formula ends at character 3, ${letters}`],
  ['A**B', `The formula has "*" at character 3, ${letters}`],
  ['()', `The formula has ")" at character 2, ${letters}`],
  ['AB', `The formula has "B" at character 2, ${operators}`],
  ['2 A', `The formula has "A" at character 3, ${operators}`],
  ['1b3', `The formula has "b" at character 2, ${operators}`],
  ['1.2.3', `The formula has ".3" at character 4, ${operators}`],
  ['(A)(B)', `The formula has "(" at character 4, ${operators}`],
  ['A)', 'The formula has a ")" that closes nothing, at character 2: remove it.'],
  ['A*(B+(A)', 'The formula has a "(" that is not closed, at character 3: add a ")".'],
  ['(A B)', 'The formula has "B" at character 4, but an operator (+ - * / ^) or ")" is expected.'],
  [
    'A+\nB$',
    `The formula has the character "$", at line 2, character 2: use the letters A to B, numbers such as 1.5, + - * / ^ and parentheses.`,
  ],
  [
    'A 😀',
    'The formula has the character "😀", at character 3: use the letters A to B, numbers such as 1.5, + - * / ^ and parentheses.',
  ],
  // This is not the letter K but the Kelvin sign, which a case-insensitive regular expression takes for it.
  [
    '\u212a',
    'The formula has the character "\u212a", at character 1: use the letters A to B, numbers such as 1.5, + - * / ^ and parentheses.',
  ],
  [
    'A/c',
    'The formula has the letter "c" for series 3, at character 3: the question has 2 series, so use the letters A to B.',
  ],
  [
    '9'.repeat(400),
    'The formula has a number that is too large, at character 1: use at most 1.7976931348623157e+308.',
  ],
])('%j is refused with its position', (text, message) => {
  expect(() => parse(text, 2)).toThrow(
    expect.objectContaining({
      kind: 'invalid',
      code: 'invalid_input',
      attr: 'trendsFilter__formula',
      message,
    }),
  )
})

test('a letter beyond the only series', () => {
  expect(() => parse('B', 1)).toThrow('the question has 1 series, so use the letter A.')
})

// If 2E-1 were read as a number, it would be 0.2. The author of the formula means twice the fifth series,
// less one.
test('numbers have no exponent', () => {
  expect(() => parse('2E-1')).toThrow(`The formula has "E" at character 2, ${operators}`)
})

test.each([
  ['parentheses', (n: number) => `${'('.repeat(n)}A${')'.repeat(n)}`],
  ['signs', (n: number) => `${'-'.repeat(n)}A`],
  ['powers', (n: number) => `${'A^'.repeat(n)}A`],
])('%s in one another have a limit', (_, text) => {
  const refused = expect.objectContaining({ code: 'max_length', attr: 'trendsFilter__formula' })
  expect(resultOf(text(LIMITS.formulaDepth), 1)).toBe(1)
  expect(() => parse(text(LIMITS.formulaDepth + 1))).toThrow(refused)
  expect(() => parse(text(100_000))).toThrow(refused)
})

test('a formula has a greatest length', () => {
  const sum = `A${'+A'.repeat(LIMITS.formulaLength / 2 - 1)}`
  expect(resultOf(sum, 2)).toBe(LIMITS.formulaLength)
  expect(() => parse(`${sum} + A`)).toThrow(
    expect.objectContaining({
      code: 'max_length',
      message: 'The formula has 1003 characters: use at most 1000.',
    }),
  )
})

/**
 * Returns the value of a formula by its definition. The formula is split at the operator that is calculated
 * last: the weakest one outside of parentheses. Among equal operators it is the last one in the text, among
 * powers the first one.
 */
function definedValue(text: string, values: Readonly<Record<string, number>>): number {
  const binary = (operators: string, isFirst = false): number | null => {
    let depth = 0
    const places = [...text].flatMap((character, at) => {
      depth += character === '(' ? 1 : character === ')' ? -1 : 0
      // A sign at the beginning of the formula, or after an operator, is not a binary operator.
      const isBinary = at > 0 && !'+-*/^('.includes(text[at - 1] ?? '')
      return depth === 0 && isBinary && operators.includes(character) ? [at] : []
    })
    const place = isFirst ? places[0] : places.at(-1)
    if (place === undefined) return null
    const [left, right] = [text.slice(0, place), text.slice(place + 1)].map((part) =>
      definedValue(part, values),
    )
    return finite(OF[text[place] ?? '']?.(left ?? 0, right ?? 0) ?? Number.NaN)
  }
  return (
    binary('+-') ??
    binary('*/') ??
    (text.startsWith('-') ? -definedValue(text.slice(1), values) : null) ??
    (text.startsWith('+') ? definedValue(text.slice(1), values) : null) ??
    binary('^', true) ??
    (text.startsWith('(') ? definedValue(text.slice(1, -1), values) : null) ??
    values[text] ??
    Number(text)
  )
}
const OF: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '^': (a, b) => a ** b,
}
class NotFinite extends Error {}
function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new NotFinite()
}
const definedResult = (text: string, values: Readonly<Record<string, number>>) => {
  try {
    return definedValue(text, values) + 0
  } catch (error) {
    if (error instanceof NotFinite) return 0
    throw error
  }
}

const { formula } = fc.letrec<{ formula: string; operand: string }>((tie) => ({
  formula: fc
    .array(fc.tuple(fc.constantFrom('+', '-', '*', '/', '^'), tie('operand')), { maxLength: 4 })
    .chain((rest) => tie('operand').map((first) => first + rest.flat().join(''))),
  operand: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'formula' },
    fc.constantFrom('A', 'B', 'C', '0', '2', '.5', '10'),
    fc.tuple(fc.constantFrom('-', '+'), tie('operand')).map((parts) => parts.join('')),
    tie('formula').map((inside) => `(${inside})`),
  ),
}))

test('random formulas have the value of their definition', () => {
  const values = fc.tuple(
    fc.integer({ min: -9, max: 9 }),
    fc.nat(1000),
    fc.double({ noNaN: true, min: -5, max: 5 }),
  )
  fc.assert(
    fc.property(formula, values, fc.constantFrom('', ' ', '\n '), (text, [A, B, C], blank) => {
      fc.pre(text.length <= LIMITS.formulaLength / 4)
      const written = [...text.matchAll(/[\d.]+|./g)].join(blank)
      expect(resultOf(written, A, B, C)).toBe(definedResult(text, { A, B, C }))
    }),
    { numRuns: 2000 },
  )
})

test('any text is parsed or refused', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'AB1.+-*/^() e$') }))
  fc.assert(
    fc.property(text, fc.nat(3), (written, count) => {
      try {
        expect(evaluateFormula(parse(written, count + 1), [1, 2, 3, 4])).toBeTypeOf('number')
      } catch (error) {
        expect(error).toMatchObject({ name: 'RequestError', kind: 'invalid' })
      }
    }),
    { numRuns: 1000 },
  )
})
