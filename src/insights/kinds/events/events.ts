import { defineTableKind } from '#insights/kind/kind.ts'
import { endsAt, mentionedPerson, placeOfSeries, seriesNodes } from '#insights/table/list-fields.ts'
import { RowItem } from '#insights/table/table-answer.ts'
import { NoFlat, TABLE_KIND } from '#insights/table/table-kind.ts'
import { limitsOf } from '#insights/table/table-query.ts'
import { bothHold } from '#query/combine-filters.ts'
import { attrOf } from '#shared/field-paths.ts'
import { storableName } from '#shared/storable-name.ts'
import { EventsNode } from './node.ts'
import { parseEvents } from './query.ts'

/** Lists of events, and of values that are computed from them: docs/query.md. */
export const events = defineTableKind({
  ...TABLE_KIND,
  names: { kind: 'events', filter: null, node: 'EventsQuery' },
  wire: { node: EventsNode, flat: NoFlat, item: RowItem },
  parse: (node, at) => parseEvents(node, at),
  rows: {
    ...TABLE_KIND.rows,
    parseWhole: (node, at) => parseEvents(node, at, null),
    withNumbers: (query, node, at, numbers) => parseEvents(node, at, limitsOf(query), numbers),
  },
  inSeries: (node, at) => ({
    node: { series: seriesNodes(node), properties: bothHold(node.properties, node.fixedProperties) },
    at: placeOfSeries(at),
  }),
  mentions: ({ events, personId }, at) => [
    ...(events ?? []).map((name, i) => ({
      of: 'event' as const,
      name: storableName(name),
      attr: attrOf(at('events', i)),
    })),
    ...mentionedPerson(personId, at),
  ],
  datesAt: endsAt,
  warnings: () => [],
})
