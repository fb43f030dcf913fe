import type { FieldChange } from './activity-store.ts'
import { fieldChanges } from './field-changes.ts'
import type { Insight } from './insight.ts'

/** What the log of changes compares, under the names of the interface. Places and times of an insight are not news. */
const COMPARED: Readonly<Record<string, (insight: Insight) => unknown>> = {
  name: (insight) => insight.name,
  derived_name: (insight) => insight.derivedName,
  description: (insight) => insight.description,
  filters: (insight) => insight.filters,
  query: (insight) => insight.query,
  deleted: (insight) => insight.deleted,
  favorited: (insight) => insight.favorited,
  tags: (insight) => insight.tags,
  dashboards: (insight) => insight.tiles.map(({ dashboardId: id, dashboardName: name }) => ({ id, name })),
}

/** The fields that differ, each with its value before and after. */
export const insightChanges = (before: Insight, after: Insight): FieldChange[] =>
  fieldChanges('Insight', COMPARED, before, after)
