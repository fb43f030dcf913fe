import { z } from 'zod'
import { toWireValue, WireValue } from '#insights/kind/breakdown-rows.ts'
import type { FunnelsQuery } from '#insights/runs/question/query.ts'
import type { FunnelRow } from './answer.ts'
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

/** The period of some items and the parameters that select it. `label` is null without a comparison. */
export interface ItemsPeriod {
  readonly label: 'current' | 'previous' | null
  readonly selectors: Selectors
}
export const ONLY_PERIOD: ItemsPeriod = { label: null, selectors: {} }
export const COMPARED_PERIODS = {
  current: { label: 'current', selectors: {} },
  previous: { label: 'previous', selectors: { compare_label: 'previous' } },
} as const satisfies Record<string, ItemsPeriod>

export const toPeriodField = ({ label }: ItemsPeriod): Pick<RowFields, 'compare_label'> =>
  label === null ? {} : { compare_label: label }

export type RowFields = z.infer<z.ZodObject<typeof ROW_FIELDS>>

/** Returns the fields of a row; none without a breakdown. */
export const toRowFields = ({ breakdown }: FunnelsQuery, { row, words }: FunnelRow): RowFields =>
  row === null || words === null
    ? {}
    : {
        breakdown: typeof words === 'string' ? words : [...words],
        breakdown_value: toWireValue(breakdown, row),
      }

/** Returns the row of an item in one line of words; null without a breakdown. */
export const rowName = ({ breakdown }: RowFields): string | null =>
  breakdown === undefined ? null : [breakdown].flat().join('::')
