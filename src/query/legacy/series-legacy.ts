import type { InsightName } from '#contract/insight-kinds.ts'
import { toEntities, toSeriesNodes } from './entities.ts'
import { fieldsLegacy, type Legacy } from './fields-legacy.ts'
import { type FlatFields, flatPlaces } from './flat-fields.ts'

interface SeriesFlat {
  readonly events?: readonly unknown[] | null | undefined
  readonly actions?: readonly unknown[] | null | undefined
  readonly aggregation_group_type_index?: number | null | undefined
}

/**
 * Makes the flat form of a kind with series. In flat parameters the series are `events` and `actions`.
 * Everything else is as in {@link fieldsLegacy}.
 */
export function seriesLegacy<Flat extends SeriesFlat, Node extends object>(
  insight: InsightName,
  fields: FlatFields,
): Legacy<Flat, Node> {
  const legacy = fieldsLegacy<Flat, Node>(insight, fields)
  return {
    fromFlat(flat) {
      const { series, places } = toSeriesNodes(flat)
      return { node: { ...legacy.fromFlat(flat).node, series }, at: flatPlaces(fields, places) }
    },
    toFlat({ series, ...own }) {
      const entities = toEntities(series)
      const flat = legacy.toFlat(own)
      return entities === null || flat === null ? null : { ...flat, ...entities }
    },
  }
}
