import type { FunnelsQuery } from '#insights/runs/question/query.ts'
import type { FunnelAnswer, FunnelStep, PeriodAnswer } from './answer.ts'
import { type ItemsPeriod, periodsOf, rowName } from './row-items.ts'
import { nameOfStep, type StepName } from './step-items.ts'

/**
 * The rows of a funnel as tables and pictures show them. If an answer has no rows, they count as rows of
 * steps.
 */
export type ShownRows =
  | { readonly kind: 'steps'; readonly rows: readonly ShownSteps[] }
  | { readonly kind: 'trends'; readonly rows: readonly ShownTrend[] }
  | { readonly kind: 'times'; readonly rows: readonly ShownTimes[] }

interface ShownRow {
  /** The row of the breakdown in one line of words; null without a breakdown. */
  readonly name: string | null
  /** The period of the row; null if no periods are compared. */
  readonly period: ItemsPeriod['label']
}
export interface ShownStep extends StepName, FunnelStep {}
/** The steps of a row, in the order of the question. */
export interface ShownSteps extends ShownRow {
  readonly steps: readonly ShownStep[]
}
/** The conversion of a row in each interval of its period. */
export interface ShownTrend extends ShownRow {
  /** The starts of the intervals in words. */
  readonly labels: readonly string[]
  /** The conversion in each interval, in percent. */
  readonly rates: readonly number[]
}
export type ShownTimes = Extract<PeriodAnswer, { kind: 'time_to_convert' }>['rows'][number]

/** Returns the rows of an answer. Rows of the current period come first, then rows of the earlier period. */
export function shownRows(query: FunnelsQuery, answer: FunnelAnswer): ShownRows {
  const periods = periodsOf(answer)
  const trends = periods.flatMap(trendsOf)
  if (trends.length > 0) return { kind: 'trends', rows: trends }
  const times = periods.flatMap(({ answer: one }) => (one.kind === 'time_to_convert' ? one.rows : []))
  if (times.length > 0) return { kind: 'times', rows: times }
  return { kind: 'steps', rows: periods.flatMap((one) => stepsOf(query, one)) }
}

type OfPeriod = ReturnType<typeof periodsOf>[number]

const trendsOf = ({ answer, period: { label } }: OfPeriod): ShownTrend[] =>
  answer.kind === 'trends'
    ? answer.rows.map((row) => ({
        name: rowName(row),
        period: label,
        labels: answer.labels,
        rates: row.rates,
      }))
    : []

const stepsOf = (query: FunnelsQuery, { answer, period: { label } }: OfPeriod): ShownSteps[] =>
  answer.kind === 'steps'
    ? answer.rows.map((row) => ({
        name: rowName(row),
        period: label,
        steps: row.steps.map((step, order) => ({ ...nameOfStep(query, order), ...step })),
      }))
    : []
