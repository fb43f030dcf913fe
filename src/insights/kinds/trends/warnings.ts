import type { Warning } from '#contract/warning.ts'
import { compareLeftOut } from '#query/compare-left-out.ts'
import { notUsed } from '#query/not-used.ts'
import { countsActors } from '#query/series-math.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import { isGiven } from '#shared/json-value.ts'
import { comparedBy, type TrendsNode, type TrendsQuery } from './query.ts'

/** Returns the warnings about fields of a trend that have no effect next to its other fields. */
export const trendWarnings = (query: TrendsQuery, node: TrendsNode, at: FieldPaths): Warning[] => [
  ...compareLeftOut(query, { compareFilter: comparedBy(node) }, at),
  ...olderCompareLeftOut(node, at),
  ...groupsLeftOut(query, at),
  ...smoothingLeftOut(query, at),
  ...formulasLeftOut(node, at),
]

/**
 * Returns the warning about a `compare` in the `trendsFilter` that differs from the `compare` in the
 * `compareFilter`. Nodes of early 2024 have it in the `trendsFilter`.
 */
function olderCompareLeftOut({ compareFilter, trendsFilter }: TrendsNode, at: FieldPaths): Warning[] {
  const [newer, older] = [compareFilter?.compare, trendsFilter?.compare]
  if (!isGiven(newer) || !isGiven(older) || newer === older) return []
  return [
    notUsed(at('trendsFilter', 'compare'), 'the compare of "compareFilter" takes precedence. Leave it out.'),
  ]
}

function groupsLeftOut({ series, groupTypeIndex }: TrendsQuery, at: FieldPaths): Warning[] {
  const isUsed = series.some(
    ({ math, mathGroupTypeIndex }) => countsActors(math) && mathGroupTypeIndex === undefined,
  )
  if (groupTypeIndex === null || isUsed) return []
  const why = 'no series counts actors. Choose a math such as "dau".'
  return [notUsed(at('aggregation_group_type_index'), why)]
}

function smoothingLeftOut({ smoothingIntervals, form }: TrendsQuery, at: FieldPaths): Warning[] {
  if (smoothingIntervals === 1 || form !== 'total') return []
  const why = 'this display has one value for the whole range. Choose ActionsLineGraph, or leave it out.'
  return [notUsed(at('trendsFilter', 'smoothingIntervals'), why)]
}

/** The fields of formulas, from the newest to the oldest. The first field that is given counts. */
const FORMS = ['formulaNodes', 'formulas', 'formula'] as const

/**
 * Returns the warnings about formulas that only an older field has. If clients send the same formulas in an
 * older field as well, there is no warning.
 */
function formulasLeftOut({ trendsFilter }: TrendsNode, at: FieldPaths): Warning[] {
  const [newest, ...older] = FORMS.filter((form) => isGiven(trendsFilter?.[form]))
  if (newest === undefined) return []
  const textsOf = (form: (typeof FORMS)[number]) =>
    [trendsFilter?.[form]].flat().map((one) => (typeof one === 'string' ? one : one?.formula))
  return older
    .filter((form) => textsOf(form).some((text) => !textsOf(newest).includes(text)))
    .map((form) => notUsed(at('trendsFilter', form), `"${newest}" takes precedence. Leave it out.`))
}
