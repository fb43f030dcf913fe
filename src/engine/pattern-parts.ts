import { type Fragment, patternsIn } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import { EngineError } from './engine-error.ts'

/**
 * Maximum number of parts of the expensive patterns in a query. A part takes 60 ns for each character of
 * random text.
 * The engine notices only after a block of rows that a query was cancelled or is out of time. Its smallest
 * block is a granule: 8,192 rows or 1 MiB, whatever `max_block_size` says.
 */
const MOST_PARTS = 120

/**
 * @throws EngineError `too_complex` if the expensive patterns of a query together could take more than ten
 * seconds on one block.
 */
export function requireFewPatterns(query: Fragment): void {
  // Equal patterns count once: the engine computes an expression once, wherever it stands in the query.
  const partsByText = new Map(patternsIn(query).map((one) => [renderLiterals(one), one.patternParts ?? 0]))
  const parts = [...partsByText.values()].reduce((sum, one) => sum + one, 0)
  if (parts > MOST_PARTS)
    throw new EngineError('too_complex', `The patterns of the query have ${parts} parts.`)
}
