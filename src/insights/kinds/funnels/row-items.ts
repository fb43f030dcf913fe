import { z } from 'zod'
import { toWireValue, WireValue } from '#insights/kind/breakdown-rows.ts'
import type { FunnelsQuery } from '#insights/runs/question/query.ts'
import type { FunnelAnswer, FunnelRow, PeriodAnswer } from './answer.ts'
import type { Selectors } from './item-links.ts'

/** The fields of an item that contain its row of the breakdown and its period. */
export const ROW_FIELDS = {
  breakdown: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('Only with a breakdown: the `breakdown_value` in words.'),
  breakdown_value: WireValue.optional(),
  compare_label: z
    .enum(['current', 'previous'])
    .optional()
    .describe('Only with a comparison: the period of the item.'),
} as const

/**
 * The period of some items, and the parameters that select this period. `label` is null without a
 * comparison.
 */
export interface ItemsPeriod {
  readonly label: 'current' | 'previous' | null
  readonly selectors: Selectors
}
const ONLY_PERIOD: ItemsPeriod = { label: null, selectors: {} }
const COMPARED_PERIODS = {
  current: { label: 'current', selectors: {} },
  previous: { label: 'previous', selectors: { compare_label: 'previous' } },
} as const satisfies Record<string, ItemsPeriod>

/** Returns the answer of each period, the current one first. */
export const periodsOf = (
  answer: FunnelAnswer,
): { readonly answer: PeriodAnswer; readonly period: ItemsPeriod }[] =>
  answer.earlier === undefined
    ? [{ answer, period: ONLY_PERIOD }]
    : [
        { answer, period: COMPARED_PERIODS.current },
        { answer: answer.earlier, period: COMPARED_PERIODS.previous },
      ]

export const toPeriodField = ({ label }: ItemsPeriod): Pick<RowFields, 'compare_label'> =>
  label === null ? {} : { compare_label: label }

type RowFields = z.infer<z.ZodObject<typeof ROW_FIELDS>>

/** Returns the fields of a row; none without a breakdown. */
export const toRowFields = ({ breakdown }: FunnelsQuery, { row, words }: FunnelRow): RowFields =>
  row === null || words === null
    ? {}
    : {
        breakdown: typeof words === 'string' ? words : [...words],
        breakdown_value: toWireValue(breakdown, row),
      }

/** Returns a row of the breakdown in one line of words; null without a breakdown. */
export const rowName = ({ row, words }: FunnelRow): string | null =>
  row === null || words === null ? null : [words].flat().join('::')
