import { SQL_NODE } from '#contract/insight-kinds.ts'
import { defineTableKind } from '#insights/kind/kind.ts'
import { RowItem } from '#insights/table/table-answer.ts'
import { NoFlat, TABLE_KIND } from '#insights/table/table-kind.ts'
import { limitsOf } from '#insights/table/table-query.ts'
import { SqlNode } from './node.ts'
import { parseSql, sqlWarnings } from './query.ts'

/** SELECT statements: docs/hogql.md. */
export const sql = defineTableKind({
  ...TABLE_KIND,
  names: { kind: 'sql', filter: null, node: SQL_NODE },
  lighter: 'fewer rows in its joins, or fewer groups',
  wire: { node: SqlNode, flat: NoFlat, item: RowItem },
  parse: (node, at) => parseSql(node, at),
  rows: {
    ...TABLE_KIND.rows,
    parseWhole: (node, at) => parseSql(node, at, null),
    withNumbers: (query, node, at, numbers) => parseSql(node, at, limitsOf(query), numbers),
  },
  // The filters of the request are the only filters outside of the text.
  inSeries: ({ filters }, at) => ({
    node: { properties: filters?.properties },
    at: (...field) => at('filters', ...field),
  }),
  datesAt:
    (at) =>
    (...field) =>
      at('filters', ...field),
  warnings: sqlWarnings,
})
