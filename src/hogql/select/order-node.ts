import type { CheckContext, Checked } from '#hogql/check/checked.ts'
import { convert } from '#hogql/check/convert.ts'
import type { HogqlNode } from '#hogql/expression.ts'

/** Returns a key of ORDER BY. Rows are ordered by a numeric property as a number. */
export const orderNode = (context: CheckContext, key: Checked): HogqlNode =>
  (key.type === 'numeral' ? convert(context, key, 'number') : key).node
