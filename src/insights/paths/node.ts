import { z } from 'zod'
import { INSIGHT_NODES } from '#contract/insight-kinds.ts'
import { Anything, SERIES_NODE, Text } from '#query/node.ts'

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
  pathReplacements: Anything,
  showFullUrls: Anything,
  display: Anything,
})
export type PathsFilter = z.output<typeof PathsFilter> | null | undefined

export const PathsNode = z.looseObject({
  kind: z.literal(INSIGHT_NODES.PATHS),
  ...SERIES_NODE,
  pathsFilter: PathsFilter.nullish(),
  funnelPathsFilter: z
    .looseObject({ funnelPathType: Anything, funnelSource: Anything, funnelStep: Anything })
    .nullish(),
})
export type PathsNode = z.output<typeof PathsNode>
