import { defineTableKind } from '#insights/kind/kind.ts'
import { RowItem } from '#insights/table/table-answer.ts'
import { NoFlat, TABLE_KIND } from '#insights/table/table-kind.ts'
import { limitsOf } from '#insights/table/table-query.ts'
import { GroupsNode } from './node.ts'
import { parseGroups } from './query.ts'

/** Lists of groups, and of values that are computed from them: docs/query.md. */
export const groups = defineTableKind({
  ...TABLE_KIND,
  names: { kind: 'groups', filter: null, node: 'GroupsQuery' },
  wire: { node: GroupsNode, flat: NoFlat, item: RowItem },
  parse: (node, at) => parseGroups(node, at),
  rows: {
    ...TABLE_KIND.rows,
    parseWhole: (node, at) => parseGroups(node, at, null),
    withNumbers: (query, node, at, numbers) => parseGroups(node, at, limitsOf(query), numbers),
  },
  // A filter on groups that does not name a type of groups is about the groups that are listed.
  inSeries: (node, at) => ({ node: { properties: node.properties }, at }),
  warnings: () => [],
})
