import { z } from 'zod'
import { WholeNumber } from '#contract/paging.ts'
import { BREAKDOWN_FIELDS, type FlatFields, SERIES_FIELDS } from '#query/legacy/flat-fields.ts'
import { FLAT_BREAKDOWN, FLAT_SERIES, List, ShownOnly } from '#query/legacy/flat-schema.ts'
import { seriesLegacy } from '#query/legacy/series-legacy.ts'
import { Anything, Text } from '#query/node.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { PATH_TYPES } from './included-events.ts'
import { CleaningFilter, type PathsNode } from './node.ts'

const Texts = List.pipe(z.array(Text)).nullish()
const Whole = WholeNumber.nullish()
const OfFunnels = Anything.describe('Not supported yet: paths around the steps of a funnel are refused.')

/** The parameters of calls 16 and 17, and of saved `filters` of a path. */
export const PathParameters = z
  .object({
    ...FLAT_SERIES,
    ...FLAT_BREAKDOWN,
    events: List.nullish().describe('A path has no series: refused unless empty.'),
    actions: List.nullish().describe('As `events`.'),
    aggregation_group_type_index: z.coerce
      .number()
      .nullish()
      .describe('0 or absent follows persons, 1 to 4 groups of that type.'),
    include_event_types: Texts.describe(`${PATH_TYPES.join(', ')}. Absent or empty is every event.`),
    path_type: Text.nullish().describe('The old form of `include_event_types`: one of them.'),
    include_custom_events: Texts.describe('Names of custom events, in place of the type custom_event.'),
    paths_hogql_expression: Text.nullish().describe('The items of the type hogql.'),
    start_point: Text.nullish().describe('The item at which paths begin.'),
    end_point: Text.nullish().describe('The item at which paths end.'),
    step_limit: Whole.describe('The most items of a path, 2 to 50; 5 when absent.'),
    edge_limit: Whole.describe('The most edges; 50 when absent, with both points 10,000.'),
    min_edge_weight: Whole.describe('The least `value` of an edge.'),
    max_edge_weight: Whole.describe('The greatest `value` of an edge.'),
    exclude_events: Texts.describe('Items whose events are left out.'),
    path_groupings: Texts.describe('Texts with the wildcard *: items like one of them become that text.'),
    local_path_cleaning_filters: List.pipe(z.array(CleaningFilter))
      .nullish()
      .describe('Rules `{regex, alias}`: the alias replaces what the expression matches in an item.'),
    path_replacements: Anything.describe('Adds the rules of the project, which has none: changes no number.'),
    funnel_paths: OfFunnels,
    funnel_filter: OfFunnels,
    display: ShownOnly,
    show_full_urls: ShownOnly,
  })
  .meta({ id: 'PathParameters' })
type PathParameters = z.output<typeof PathParameters>

const FIELDS: FlatFields = {
  ...SERIES_FIELDS,
  ...BREAKDOWN_FIELDS,
  include_event_types: 'pathsFilter.includeEventTypes',
  include_custom_events: 'pathsFilter.includeCustomEvents',
  paths_hogql_expression: 'pathsFilter.pathsHogQLExpression',
  start_point: 'pathsFilter.startPoint',
  end_point: 'pathsFilter.endPoint',
  step_limit: 'pathsFilter.stepLimit',
  edge_limit: 'pathsFilter.edgeLimit',
  min_edge_weight: 'pathsFilter.minEdgeWeight',
  max_edge_weight: 'pathsFilter.maxEdgeWeight',
  exclude_events: 'pathsFilter.excludeEvents',
  path_groupings: 'pathsFilter.pathGroupings',
  local_path_cleaning_filters: 'pathsFilter.localPathCleaningFilters',
  path_replacements: 'pathsFilter.pathReplacements',
  display: 'pathsFilter.display',
  show_full_urls: 'pathsFilter.showFullUrls',
}

/** A funnel has another form as a node: the question is refused, and these places are for the names in the error. */
const REFUSED_FIELDS: FlatFields = {
  funnel_paths: 'funnelPathsFilter.funnelPathType',
  funnel_filter: 'funnelPathsFilter.funnelSource',
}
const legacyOfNodes = seriesLegacy<PathParameters, PathsNode>('PATHS', FIELDS)
const legacy = seriesLegacy<PathParameters, PathsNode>('PATHS', { ...FIELDS, ...REFUSED_FIELDS })
const { include_event_types: TYPES = '', ...OTHER_FIELDS } = FIELDS
const legacyOfOneType = seriesLegacy<PathParameters, PathsNode>('PATHS', {
  ...OTHER_FIELDS,
  ...REFUSED_FIELDS,
  path_type: TYPES,
})

/** @throws RequestError */
export function fromFlatPaths(flat: PathParameters) {
  if (isGiven(flat.include_event_types) || !isGiven(flat.path_type)) return legacy.fromFlat(flat)
  const types = { ...flat, path_type: [flat.path_type] as unknown as string }
  return legacyOfOneType.fromFlat(types)
}

export function toFlatPaths(node: JsonObject): JsonObject | null {
  const { funnelPathsFilter: funnel, ...own } = node
  const isOfFunnel = isJsonObject(funnel) ? Object.values(funnel).some(isGiven) : isGiven(funnel)
  return isOfFunnel ? null : legacyOfNodes.toFlat(own)
}
