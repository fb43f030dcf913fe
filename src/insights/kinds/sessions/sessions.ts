import { defineTableKind } from '#insights/kind/kind.ts'
import { endsAt, mentionedPerson, placeOfSeries, seriesNodes } from '#insights/table/list-fields.ts'
import { RowItem } from '#insights/table/table-answer.ts'
import { NoFlat, TABLE_KIND } from '#insights/table/table-kind.ts'
import { limitsOf } from '#insights/table/table-query.ts'
import { bothHold } from '#query/combine-filters.ts'
import { SessionsNode } from './node.ts'
import { parseSessions } from './query.ts'

/** Lists of sessions, and of values that are computed from them: docs/query.md. */
export const sessions = defineTableKind({
  ...TABLE_KIND,
  names: { kind: 'sessions', filter: null, node: 'SessionsQuery' },
  wire: { node: SessionsNode, flat: NoFlat, item: RowItem },
  parse: (node, at) => parseSessions(node, at),
  rows: {
    ...TABLE_KIND.rows,
    parseWhole: (node, at) => parseSessions(node, at, null),
    withNumbers: (query, node, at, numbers) => parseSessions(node, at, limitsOf(query), numbers),
  },
  inSeries: (node, at) => ({
    node: {
      series: seriesNodes(node),
      properties: bothHold(bothHold(node.properties, node.fixedProperties), node.eventProperties),
    },
    at: placeOfSeries(at),
  }),
  mentions: ({ personId }, at) => mentionedPerson(personId, at),
  datesAt: endsAt,
  warnings: () => [],
})
