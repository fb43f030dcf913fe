import { defineTableKind } from '#insights/kind/kind.ts'
import { RowItem } from '#insights/table/table-answer.ts'
import { NoFlat, TABLE_KIND } from '#insights/table/table-kind.ts'
import { limitsOf } from '#insights/table/table-query.ts'
import { bothHold } from '#query/combine-filters.ts'
import { ActorsNode } from './node.ts'
import { parseActors } from './query.ts'

/** Lists of persons, and of values that are computed from them: docs/query.md. */
export const actors = defineTableKind({
  ...TABLE_KIND,
  names: { kind: 'actors', filter: null, node: 'ActorsQuery' },
  wire: { node: ActorsNode, flat: NoFlat, item: RowItem },
  parse: (node, at) => parseActors(node, at),
  rows: {
    ...TABLE_KIND.rows,
    parseWhole: (node, at) => parseActors(node, at, null),
    withNumbers: (query, node, at, numbers) => parseActors(node, at, limitsOf(query), numbers),
  },
  inSeries: (node, at) => ({
    node: { properties: bothHold(node.properties, node.fixedProperties) },
    at,
  }),
  warnings: () => [],
})
