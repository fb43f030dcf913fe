import { z } from 'zod'
import { wholeNumberOf } from '#contract/paging.ts'
import type { Warning } from '#contract/warning.ts'
import { LIMITS } from '#query/limits.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { isGiven } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid } from '#shared/request-error.ts'
import { columnsOf, labelOf } from './columns.ts'
import type { RetentionQuery } from './query.ts'

/** Most intervals after interval 0 that a question can have. */
const MOST = LIMITS.retentionIntervals - 1

const Brackets = z
  .array(wholeNumberOf({ least: 1, most: MOST }), 'Expected a list of whole numbers, such as [1, 3, 5].')
  .max(MOST)

/**
 * Returns the sizes of brackets of intervals, from a list or from its JSON text. If the field is empty,
 * there are none.
 * @throws RequestError for a size that is not a whole number from 1 on, and for too many intervals in all.
 */
export function parseBrackets(value: unknown, path: Path): readonly number[] {
  if (!isGiven(value)) return []
  const sizes = parseValue(Brackets, fromText(value), path)
  const intervals = sizes.reduce((sum, size) => sum + size, 0)
  if (intervals > MOST)
    throw invalid(
      'max_value',
      `The brackets have ${intervals} intervals in all, and at most ${MOST} are possible after interval 0.`,
      attrOf(path),
    )
  return sizes
}

function fromText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/**
 * Returns the warning about brackets that begin after the last interval of the question, where no cohort
 * has a value.
 */
export function bracketsLeftOut(query: RetentionQuery, path: Path): Warning[] {
  const [column] = columnsOf(query).filter(({ first }) => first >= query.totalIntervals)
  if (column === undefined) return []
  return [
    {
      code: 'ignored',
      detail: `No cohort has a value for the bracket ${labelOf(query, column)} or for later ones, because they begin after the last of ${query.totalIntervals} intervals. Ask for more intervals with totalIntervals (total_intervals in flat parameters).`,
      attr: attrOf(path),
    },
  ]
}
