/**
 * A display decides the form of the values: one a bucket, one a bucket of everything up to its end, or one
 * of the whole range. `boxes` are the statistics of the numbers of each bucket, of which the median is its
 * value.
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
