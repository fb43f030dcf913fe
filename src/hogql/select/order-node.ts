import type { CheckContext, Checked } from '#hogql/check/checked.ts'
import { convert } from '#hogql/check/convert.ts'
import type { HogqlNode } from '#hogql/expression.ts'

/**
 * Returns the node for a key of ORDER BY. If the key is a numeric property, rows are ordered by it as a
 * number.
 */
export const orderNode = (context: CheckContext, key: Checked): HogqlNode =>
  (key.type === 'numeral' ? convert(context, key, 'number') : key).node
