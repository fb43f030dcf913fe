import type { CheckContext, Checked } from '#hogql/check/checked.ts'
import { convert } from '#hogql/check/convert.ts'
import type { HogqlNode } from '#hogql/expression.ts'

/** A key of ORDER BY: rows are ordered by the number that a numeric property is. */
export const orderNode = (context: CheckContext, key: Checked): HogqlNode =>
  (key.type === 'numeral' ? convert(context, key, 'number') : key).node
