import { quoted } from '#contract/nearest-name.ts'
import { invalid } from '#shared/request-error.ts'
import { attrOf, type Path } from './places.ts'

// The numbers that the engine reads: JavaScript would take `0x10` and a tab before it as well.
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?$/i

/** The number in a text, spaces removed; null for any other text. */
export function parseNumber(value: string): number | null {
  const compact = value.replaceAll(' ', '')
  return DECIMAL.test(compact) ? Number(compact) : null
}

const COMPARISONS: readonly string[] = ['gt', 'gte', 'lt', 'lte', 'min', 'max']

/** @throws RequestError for a comparison of size with text that is no number: it could match nothing. */
export function checkNumbers(operator: string, values: readonly string[], path: Path): void {
  if (!COMPARISONS.includes(operator)) return
  const other = values.find((value) => parseNumber(value) === null)
  if (other !== undefined)
    throw invalid(
      'invalid_input',
      `The operator ${operator} compares numbers, and ${quoted(other)} is none. Send a number.`,
      attrOf(path),
    )
}
