import type { SeriesQuestion } from '#web/api/query-node.ts'
import type { ChartForm } from '#web/chart/chart-data.ts'
import type { PointInterval } from '#web/chart/time-words.ts'

export type TrendQuestion = SeriesQuestion<'TrendsQuery'>

export const displayOf = ({ trendsFilter }: TrendQuestion): string =>
  trendsFilter?.display || 'ActionsLineGraph'

const FORMS: Readonly<Record<string, ChartForm>> = {
  ActionsAreaGraph: 'area',
  ActionsBar: 'bar',
  ActionsStackedBar: 'bar',
  ActionsUnstackedBar: 'group',
}
export const formOf = (question: TrendQuestion): ChartForm => FORMS[displayOf(question)] ?? 'line'

export const intervalOf = ({ interval }: TrendQuestion): PointInterval => interval ?? 'day'

/** Whether the question has formulas, so that its answer has numbers of formulas and not of series. */
export const isFormula = ({ trendsFilter }: TrendQuestion): boolean =>
  Boolean(trendsFilter?.formula) ||
  (trendsFilter?.formulas?.length ?? 0) > 0 ||
  (trendsFilter?.formulaNodes?.length ?? 0) > 0

/**
 * Whether the number of the whole range is the sum over its intervals. For persons it is not, because
 * somebody who came on two days is one person. If it is not the sum, it is fetched by another question.
 */
export const isSum = (question: TrendQuestion): boolean =>
  !isFormula(question) &&
  displayOf(question) !== 'BoxPlot' &&
  (question.trendsFilter?.smoothingIntervals ?? 1) === 1 &&
  displayOf(question) !== 'ActionsLineGraphCumulative' &&
  question.series.every(({ math }) => math === undefined || math === 'total' || math === 'sum')

/**
 * Whether another question is needed for the numbers of the whole range. A box plot shows no such numbers.
 */
export const needsWhole = (question: TrendQuestion): boolean =>
  !isSum(question) && displayOf(question) !== 'BoxPlot'

/** Returns the question that asks for one number for the whole range. */
export const inWhole = (question: TrendQuestion): TrendQuestion => ({
  ...question,
  trendsFilter: { ...question.trendsFilter, display: 'ActionsTable' },
})

/** Returns the question that asks for a number for each interval. */
export const overTime = (question: TrendQuestion): TrendQuestion => ({
  ...question,
  trendsFilter: { ...question.trendsFilter, display: 'ActionsLineGraph' },
})

/** Returns the earlier period in words; null if the question has no comparison. */
export function beforeWords({ compareFilter }: TrendQuestion): string | null {
  if (compareFilter?.compare !== true) return null
  const to = compareFilter.compare_to
  if (to === '-1y') return 'a year earlier'
  return to === undefined || to === null || to === ''
    ? 'the previous period'
    : `${to.replace(/^-/, '')} earlier`
}

/** Returns the header of the first column: the properties of the breakdown, or "Series". */
export function rowsTitle({ breakdownFilter }: TrendQuestion): string {
  const several = breakdownFilter?.breakdowns?.map(({ property }) => property).join(', ')
  const one = typeof breakdownFilter?.breakdown === 'string' ? breakdownFilter.breakdown : ''
  const words = (several || one).replace(/^\$/, '').replaceAll('_', ' ') || 'series'
  return words.charAt(0).toUpperCase() + words.slice(1)
}
