import { LIMITS } from '#query/limits.ts'
import type { Path } from '#shared/field-paths.ts'
import type { Formula, Operator } from './formula.ts'
import { createFormulaReader, type FormulaReader, type Token } from './formula-reader.ts'

/**
 * How strongly each operator binds. Equal operators are calculated from left to right, powers from right to
 * left.
 */
const POWERS = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 4 } as const satisfies Record<Operator, number>
/** A sign binds more strongly than a product and less strongly than a power: `-A^2` is `-(A^2)`. */
const SIGN_POWER = 3

/**
 * Parses a formula over `seriesCount` series. It consists of the letters A to Z in either case for the
 * series in their order, numbers (`2`, `1.5`, `.5`), `+ - * / ^`, signs, parentheses and blanks. Products
 * need their `*`. A formula without a letter is the same number in each bucket.
 * The method is operator precedence, whose time is linear in the length.
 * @throws RequestError with the position of the first character that cannot be read, and for letters beyond
 * the series.
 */
export function parseFormula(text: string, seriesCount: number, path: Path): Formula {
  const reader = createFormulaReader(text, seriesCount, path)
  const formula = parseOperators(reader, 0, 0)
  const rest = reader.peek()
  if (rest.kind === ')') throw reader.refuse(rest.at, 'has a ")" that closes nothing', 'remove it')
  if (rest.kind !== 'end')
    throw reader.unexpected(rest, ', but an operator (+ - * / ^) or its end is expected')
  return formula
}

/** Parses operators that bind at least as strongly as `power`. */
function parseOperators(reader: FormulaReader, power: number, depth: number): Formula {
  if (depth > LIMITS.formulaDepth)
    throw reader.refuse(
      reader.peek().at,
      'is nested too deeply',
      `put at most ${LIMITS.formulaDepth} nested parentheses, signs and powers`,
      'max_length',
    )
  let left = parseOperand(reader, depth)
  for (;;) {
    const operator = operatorOf(reader.peek())
    if (operator === null || POWERS[operator] < power) return left
    reader.next()
    const isFromRight = operator === '^'
    const right = parseOperators(
      reader,
      // A sign may follow any operator, and includes the powers after it: 2^-3^2 is 2^(-(3^2)).
      isFromRight ? POWERS['^'] : POWERS[operator] + 1,
      isFromRight ? depth + 1 : depth,
    )
    left = { operator, left, right }
  }
}

function parseOperand(reader: FormulaReader, depth: number): Formula {
  const token = reader.next()
  switch (token.kind) {
    case 'number':
      return { number: token.number }
    case 'series':
      return { series: token.series }
    case '+':
      return parseOperators(reader, SIGN_POWER, depth + 1)
    case '-':
      return { negated: parseOperators(reader, SIGN_POWER, depth + 1) }
    case '(': {
      const inside = parseOperators(reader, 0, depth + 1)
      const closing = reader.next()
      if (closing.kind === ')') return inside
      if (closing.kind === 'end') throw reader.refuse(token.at, 'has a "(" that is not closed', 'add a ")"')
      throw reader.unexpected(closing, ', but an operator (+ - * / ^) or ")" is expected')
    }
    default:
      throw reader.unexpected(token, ', but a letter, a number or "(" is expected')
  }
}

const operatorOf = ({ kind }: Token): Operator | null =>
  kind === '+' || kind === '-' || kind === '*' || kind === '/' || kind === '^' ? kind : null
