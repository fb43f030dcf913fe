import type { NumericProperties } from '#hogql/numeric-properties.ts'
import { listedRange, requireDates, selectedSeries } from '#insights/table/list-fields.ts'
import { limited, ROW_LIMITS, type RowLimits, type TableQuery } from '#insights/table/table-query.ts'
import { bothHold } from '#query/combine-filters.ts'
import { parseFilters } from '#query/parse-filters.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import type { EventsNode } from './node.ts'
import { eventsStatement } from './statement.ts'

export interface EventsQuery extends TableQuery {
  readonly kind: 'events'
}

/**
 * Parses the node of a list of events.
 * @throws RequestError with the name of the field, and the position in its text
 */
export function parseEvents(
  node: EventsNode,
  at: FieldPaths,
  limits: RowLimits | null = ROW_LIMITS,
  numbers?: NumericProperties,
): EventsQuery {
  const { query, outputs } = eventsStatement(node, at, numbers)
  requireDates(node, at)
  return {
    kind: 'events',
    series: selectedSeries(node, at),
    breakdown: null,
    outputs,
    ...limited(query, limits),
    dateRange: listedRange(node),
    properties: parseFilters(bothHold(node.properties, node.fixedProperties), at('properties')),
    filterTestAccounts: node.filterTestAccounts === true,
  }
}
