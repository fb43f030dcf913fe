import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { wholeNumberOf } from '#contract/paging.ts'
import { INTERVALS } from '#contract/question-names.ts'
import { hasOther } from '#insights/kind/binned-values.ts'
import type { Choices } from '#insights/kind/kind.ts'
import type { Breakdown } from '#query/breakdown.ts'
import { parseCommon, parseCompare } from '#query/common-question.ts'
import type { CompareAsked } from '#query/date-range.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import { type Interval, parseInterval } from '#query/interval.ts'
import { LIMITS } from '#query/limits.ts'
import {
  Anything,
  BooleanOrText,
  COMPARE_NODE,
  PAGED_BREAKDOWN_NODE,
  SERIES_NODE,
  Text,
} from '#query/node.ts'
import { BREAKDOWN_TYPES, COHORTS_BESIDE, parseBreakdown } from '#query/parse-breakdown.ts'
import { requireOneOf } from '#query/refuse.ts'
import { requireGroupTypeIndex } from '#query/required.ts'
import { parseSeries, type Series } from '#query/series.ts'
import { GROUP_MATHS, SERIES_MATHS } from '#query/series-math.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import { boxSeries, refuseBesideBoxes } from './box-plot.ts'
import { formOf, TREND_DISPLAYS, type TrendDisplay, type ValueForm } from './displays.ts'
import { type FormulaAsked, parseFormulas } from './formulas.ts'

/** A question for the numbers of each bucket of time, or of the whole range. */
export interface TrendsQuery extends InsightQuery {
  readonly kind: 'trends'
  readonly series: readonly Series[]
  /**
   * Interval of the buckets. If there is one value of the whole range, there are no buckets, and the interval
   * is always a day.
   */
  readonly interval: Interval
  readonly form: ValueForm
  /** How many of the largest rows of the breakdown come before the rows of the answer. */
  readonly rowOffset: number
  readonly compare: CompareAsked | null
  /** Formulas. If there are any, the answer has them in place of the series. */
  readonly formulas: readonly FormulaAsked[]
  /** The number of buckets that each value is the average of; 1 is the bucket alone. */
  readonly smoothingIntervals: number
  /** Index of the group type that maths of persons count in place of persons; null if they count persons. */
  readonly groupTypeIndex: number | null
}

export const TrendsNode = z.looseObject({
  kind: z.literal(INSIGHT_NODES.TRENDS),
  ...SERIES_NODE,
  ...PAGED_BREAKDOWN_NODE,
  ...COMPARE_NODE,
  interval: Text.nullish(),
  conversionGoal: z
    .null('This server computes no conversion goal of a trend: leave it out, or send null.')
    .optional(),
  trendsFilter: z
    .looseObject({
      display: Text.nullish(),
      formula: Text.nullish(),
      formulas: z.array(Text).nullish(),
      formulaNodes: z.array(z.looseObject({ formula: Text, custom_name: Text.nullish() })).nullish(),
      smoothingIntervals: wholeNumberOf({ least: 1, most: LIMITS.buckets }).nullish(),
      // Nodes of early 2024 have `compare` here.
      compare: BooleanOrText.nullish(),
      showPercentStackView: Anything,
      aggregationAxisFormat: Anything,
      aggregationAxisPrefix: Anything,
      aggregationAxisPostfix: Anything,
      decimalPlaces: Anything,
      yAxisScaleType: Anything,
    })
    .nullish(),
})
export type TrendsNode = z.output<typeof TrendsNode>

export const CHOICES: Choices = {
  maths: SERIES_MATHS,
  displays: TREND_DISPLAYS,
  intervals: INTERVALS,
  breakdownTypes: BREAKDOWN_TYPES,
  leastSeries: 1,
  mostSeries: LIMITS.series,
}

/** Reads a node into a query. @throws RequestError */
export function parseTrends(node: TrendsNode, at: FieldPaths): TrendsQuery {
  const { trendsFilter: trends, aggregation_group_type_index: groupTypeIndex } = node
  const display = requireOneOf(trends?.display || 'ActionsLineGraph', CHOICES.displays as TrendDisplay[], {
    noun: 'display',
    path: at('trendsFilter', 'display'),
    all: [],
  })
  const form = formOf(display)
  if (form === 'boxes') refuseBesideBoxes(node, at)
  const series = parseSeries(form === 'boxes' ? boxSeries(node.series, at) : node.series, at, {
    noun: 'series',
    least: CHOICES.leastSeries,
    most: CHOICES.mostSeries,
    tooFew: 'required',
    maths: CHOICES.maths,
    groupMaths: GROUP_MATHS,
  })
  const asked = parseBreakdown(node, at, COHORTS_BESIDE)
  const breakdown = breakdownOf(asked ?? byCountry(node, display, at), display)
  const interval = parseInterval(node.interval, at('interval'))
  return {
    kind: 'trends',
    series,
    ...parseCommon(node, at),
    breakdown,
    rowOffset: display === 'BoldNumber' && asked !== null ? 0 : rowOffsetOf(node, breakdown, at),
    // The interval does not matter if there is a single value. It is then always a day, so that equal
    // questions are equal.
    interval: form === 'total' ? 'day' : interval,
    form,
    compare: parseCompare(comparedBy(node)),
    formulas: parseFormulas(trends ?? {}, series.length, at),
    smoothingIntervals: trends?.smoothingIntervals ?? 1,
    groupTypeIndex:
      groupTypeIndex === undefined || groupTypeIndex === null
        ? null
        : requireGroupTypeIndex(groupTypeIndex, at('aggregation_group_type_index')),
  }
}

/** Returns the comparison of a node. Nodes of early 2024 have `compare` in their `trendsFilter`. */
export const comparedBy = ({ compareFilter, trendsFilter }: TrendsNode) => ({
  ...compareFilter,
  compare: compareFilter?.compare ?? trendsFilter?.compare,
})

/** Returns a breakdown with its number of rows. The display of one bold number has no breakdown. */
function breakdownOf(asked: Breakdown | null, display: TrendDisplay): Breakdown | null {
  if (asked === null || display === 'BoldNumber') return null
  const limit = display === 'WorldMap' ? COUNTRIES : ROWS
  return asked.kind === 'cohorts' ? asked : { ...asked, limit: asked.limit ?? limit }
}

/**
 * Returns the breakdown of a world map that asks for none: a breakdown by country, with the other fields of
 * `breakdownFilter`.
 */
const byCountry = (
  { breakdownFilter }: TrendsNode,
  display: TrendDisplay,
  at: FieldPaths,
): Breakdown | null =>
  display === 'WorldMap'
    ? parseBreakdown({ breakdownFilter: { ...breakdownFilter, breakdown: '$geoip_country_code' } }, at)
    : null

/**
 * Returns the number of rows before the page.
 * @throws RequestError for a question whose answer has only one page, with all rows.
 */
function rowOffsetOf({ breakdownFilter }: TrendsNode, breakdown: Breakdown | null, at: FieldPaths): number {
  const offset = breakdownFilter?.breakdown_offset ?? 0
  if (offset === 0 || (breakdown?.kind === 'properties' && hasOther(breakdown))) return offset
  throw invalid(
    'invalid_input',
    `${breakdown === null ? 'A question without a breakdown' : 'A breakdown by cohorts or into bins'} has all its rows in one answer: leave the offset out.`,
    attrOf(at('breakdownFilter', 'breakdown_offset')),
  )
}

const ROWS = 25
const COUNTRIES = 300
