import { WholeNumber } from '#contract/paging.ts'
import { attrOf, type Path } from '#query/places.ts'
import { isGiven } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid } from '#shared/request-error.ts'

interface StepRange {
  readonly least: number
  readonly most: number
}

/**
 * Returns the step, counted from 0; null if none is given.
 * @throws RequestError for a step that this field does not allow.
 */
export function parseStep(value: unknown, path: Path, { least, most }: StepRange): number | null {
  if (!isGiven(value)) return null
  const step = parseValue(WholeNumber, value, path)
  if (step >= least && step <= most) return step
  throw invalid(
    step < least ? 'min_value' : 'max_value',
    `Expected a step from ${least} to ${most}, counted from 0, and ${step} was sent.`,
    attrOf(path),
  )
}
