/**
 * The form of the values, which the display decides. `bucket` has a value for each bucket. `cumulative` has
 * a value for each bucket as well, computed from everything up to the end of the bucket. `total` has one
 * value of the whole range. `boxes` has the statistics of the numbers in each bucket; the value of the
 * bucket is their median.
 */
export type ValueForm = 'bucket' | 'cumulative' | 'total' | 'boxes'

const FORMS = {
  ActionsLineGraph: 'bucket',
  ActionsLineGraphCumulative: 'cumulative',
  ActionsAreaGraph: 'bucket',
  ActionsBar: 'bucket',
  ActionsStackedBar: 'bucket',
  ActionsUnstackedBar: 'bucket',
  Metric: 'bucket',
  BoxPlot: 'boxes',
  ActionsTable: 'total',
  ActionsPie: 'total',
  ActionsDonut: 'total',
  ActionsProportionBar: 'total',
  ActionsBarValue: 'total',
  WorldMap: 'total',
  BoldNumber: 'total',
} as const satisfies Readonly<Record<string, ValueForm>>

export type TrendDisplay = keyof typeof FORMS

export const TREND_DISPLAYS = Object.keys(FORMS) as TrendDisplay[]

export const formOf = (display: TrendDisplay): ValueForm => FORMS[display]
