import { z } from 'zod'
import { SQL_NODE } from '#contract/insight-kinds.ts'
import { Modifiers } from '#query/modifiers.ts'
import { Anything, BooleanOrText, COMMON_NODE, Text } from '#query/node.ts'

const { dateRange, properties, filterTestAccounts } = COMMON_NODE

export const SqlNode = z.looseObject({
  kind: z.literal(SQL_NODE),
  query: z.string(),
  /** The filters that `{filters}` stands for in the statement. */
  filters: z.looseObject({ dateRange, properties, filterTestAccounts }).nullish(),
  /** The values of placeholders `{name}`, by name. */
  values: z.record(z.string(), z.unknown()).nullish(),
  /** The values of placeholders `{variables.name}`, by the id of the variable. */
  variables: z
    .record(
      z.string(),
      z.looseObject({
        variableId: Anything,
        code_name: Text.nullish(),
        value: Anything,
        isNull: BooleanOrText.nullish(),
      }),
    )
    .nullish(),
  name: Text.nullish(),
  modifiers: Modifiers,
  explain: Anything,
  /** The way in which a page shows the rows. */
  display: Anything,
})
export type SqlNode = z.output<typeof SqlNode>
