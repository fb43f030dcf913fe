import { type Fragment, patternsIn } from '#sql/fragment.ts'
import { renderLiterals } from '#sql/literal.ts'
import { EngineError } from './engine-error.ts'

/**
 * The engine looks whether a query is cancelled or out of time between two blocks, and its smallest block is a granule:
 * 8,192 rows or 1 MiB, whatever `max_block_size` says. Each part of a dear pattern takes 60 ns for a character of random text.
 */
const MOST_PARTS = 120

/** @throws EngineError `too_complex` where the dear patterns of a query together could hold a block for more than ten seconds. */
export function requireFewPatterns(query: Fragment): void {
  // The engine computes an expression once, wherever it stands in the query.
  const partsByText = new Map(patternsIn(query).map((one) => [renderLiterals(one), one.patternParts ?? 0]))
  const parts = [...partsByText.values()].reduce((sum, one) => sum + one, 0)
  if (parts > MOST_PARTS)
    throw new EngineError('too_complex', `The patterns of the query have ${parts} parts.`)
}
