import { z } from 'zod'
import { toWireValue, WireValue } from '#insights/breakdown-rows.ts'
import type { FunnelRow } from './answer.ts'
import type { FunnelsQuery } from './query.ts'

/** The fields of an item with which a breakdown tells its row. */
export const ROW_FIELDS = {
  breakdown: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('With a breakdown: `breakdown_value` in words.'),
  breakdown_value: WireValue.optional(),
} as const
export type RowFields = z.infer<z.ZodObject<typeof ROW_FIELDS>>

/** None without a breakdown. */
export const toRowFields = ({ breakdown }: FunnelsQuery, { row, words }: FunnelRow): RowFields =>
  row === null || words === null
    ? {}
    : {
        breakdown: typeof words === 'string' ? words : [...words],
        breakdown_value: toWireValue(breakdown, row),
      }

/** The row of an item in one line of words; null without a breakdown. */
export const rowName = ({ breakdown }: RowFields): string | null =>
  breakdown === undefined ? null : [breakdown].flat().join('::')
