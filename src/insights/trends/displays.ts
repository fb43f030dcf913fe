/** A display decides the form of the values: one a bucket, one a bucket of everything up to its end, or one of the whole range. */
export type ValueForm = 'bucket' | 'cumulative' | 'total'

const FORMS = {
  ActionsLineGraph: 'bucket',
  ActionsLineGraphCumulative: 'cumulative',
  ActionsAreaGraph: 'bucket',
  ActionsBar: 'bucket',
  ActionsStackedBar: 'bucket',
  ActionsUnstackedBar: 'bucket',
  Metric: 'bucket',
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
