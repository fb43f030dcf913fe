import { WINDOW_UNIT_SECONDS } from '#query/window-units.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'

const UNIT_SECONDS: Readonly<Record<string, number>> = WINDOW_UNIT_SECONDS
/** The longest window. It is longer than any date range. */
const MAX_SECONDS = 100 * 366 * 86_400

interface Given {
  readonly value: unknown
  readonly path: Path
}

/**
 * Parses the window of a funnel, in seconds; 14 days by default. Units can be singular or plural, in any
 * case.
 * @throws RequestError for a count that is not a positive whole number, for an unknown unit, and for a
 * window that is too long.
 */
export function parseFunnelWindow(count: Given, unit: Given): number {
  const amount = isAbsent(count.value) ? 14 : numberOf(count.value)
  if (!Number.isInteger(amount) || amount < 1)
    throw invalid(
      'min_value',
      'Expected a whole number of at least 1 for the funnel window.',
      attrOf(count.path),
    )
  const name = isAbsent(unit.value) ? 'day' : String(unit.value).toLowerCase().replace(/s$/, '')
  const unitSeconds = Object.hasOwn(UNIT_SECONDS, name) ? UNIT_SECONDS[name] : undefined
  if (unitSeconds === undefined)
    throw invalid('invalid_choice', 'Use second, minute, hour, day, week or month.', attrOf(unit.path))
  if (amount * unitSeconds > MAX_SECONDS)
    throw invalid('max_value', 'This funnel window is too long.', attrOf(count.path))
  return amount * unitSeconds
}

// `Number` alone would convert `true` to 1 and `[3]` to 3.
const numberOf = (value: unknown) =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''
