import type { Warning } from '#contract/warning.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { isGiven } from '#shared/json-value.ts'
import type { CompareFields } from './common-question.ts'
import type { CompareAsked, DateRange } from './date-range.ts'
import { notUsed } from './not-used.ts'

interface Compared {
  readonly compare: CompareAsked | null
  readonly dateRange: DateRange
}

/**
 * Returns a warning if the question asks for a comparison but its range has no earlier period, and a
 * warning if `compare_to` is given but the comparison is switched off.
 */
export function compareLeftOut(
  { compare, dateRange }: Compared,
  { compareFilter }: { readonly compareFilter?: CompareFields },
  at: FieldPaths,
): Warning[] {
  if (compare === null)
    return isGiven(compareFilter?.compare_to)
      ? [notUsed(at('compareFilter', 'compare_to'), '"compare" is false. Send true, or leave it out.')]
      : []
  if (dateRange.from !== 'all') return []
  return [
    {
      code: 'compare_left_out',
      detail:
        'There is no period before "all" to compare with: the answer has only the current period. Choose another date_from.',
      attr: attrOf(at('compareFilter', isGiven(compareFilter?.compare) ? 'compare' : 'compare_to')),
    },
  ]
}
