import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { FunnelsNode } from '#insights/runs/question/node.ts'
import type { FromFlat } from '#query/legacy/fields-legacy.ts'
import { Anything, BooleanOrText, SERIES_NODE, Text } from '#query/node.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import type { JsonObject } from '#shared/json-value.ts'

const Texts = z.array(Text)
export const CleaningFilter = z.looseObject({
  regex: Text,
  alias: Text.nullish(),
  order: z.number().nullish(),
})

const PathsFilter = z.looseObject({
  includeEventTypes: Texts.nullish(),
  includeCustomEvents: Texts.nullish(),
  pathsHogQLExpression: Text.nullish(),
  startPoint: Text.nullish(),
  endPoint: Text.nullish(),
  stepLimit: z.int().nullish(),
  edgeLimit: z.int().nullish(),
  minEdgeWeight: z.int().nullish(),
  maxEdgeWeight: z.int().nullish(),
  excludeEvents: Texts.nullish(),
  pathGroupings: Texts.nullish(),
  localPathCleaningFilters: z.array(CleaningFilter).nullish(),
  pathReplacements: BooleanOrText.nullish(),
  showFullUrls: Anything,
  display: Anything,
})
export type PathsFilter = z.output<typeof PathsFilter> | null | undefined

export const PathsNode = z.looseObject({
  kind: z.literal(INSIGHT_NODES.PATHS),
  ...SERIES_NODE,
  pathsFilter: PathsFilter.nullish(),
  funnelPathsFilter: z
    .looseObject({
      funnelPathType: Text.nullish(),
      /** The funnel, or an empty object, which forms send before a funnel is chosen. */
      funnelSource: z.union([FunnelsNode, z.strictObject({})]).nullish(),
      /**
       * The number of the step, counted from 1. A negative number stands for the actors who did not reach
       * the step.
       */
      funnelStep: Anything,
    })
    .nullish(),
})
export type PathsNode = z.output<typeof PathsNode>

export type FunnelSource = z.output<typeof FunnelsNode>

/** Returns the funnel of a node; null if the node has no funnel. */
export function funnelSourceOf({
  funnelPathsFilter,
}: Pick<PathsNode, 'funnelPathsFilter'>): FunnelSource | null {
  const source = funnelPathsFilter?.funnelSource
  return source && 'kind' in source ? (source as FunnelSource) : null
}

/** Returns the node with its funnel as `source`, and the paths of the fields of both in the request. */
export function pathsInSeries(node: PathsNode, at: FieldPaths): FromFlat<JsonObject> {
  const source = funnelSourceOf(node)
  if (source === null) return { node, at }
  return {
    node: { ...node, source },
    at: (...field) =>
      field[0] === 'source' ? at('funnelPathsFilter', 'funnelSource', ...field.slice(1)) : at(...field),
  }
}
