import { z } from 'zod'
import { WholeNumber } from '#contract/paging.ts'
import { textAs } from '#contract/text-as.ts'
import { FunnelParameters, fromFlatFunnels, toFlatFunnels } from '#insights/runs/question/flat.ts'
import type { FromFlat } from '#query/legacy/fields-legacy.ts'
import { BREAKDOWN_FIELDS, type FlatFields, SERIES_FIELDS } from '#query/legacy/flat-fields.ts'
import { FLAT_BREAKDOWN, FLAT_SERIES, GroupTypeIndex, List, ShownOnly } from '#query/legacy/flat-schema.ts'
import { seriesLegacy } from '#query/legacy/series-legacy.ts'
import { Anything, BooleanOrText, Text } from '#query/node.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { PATH_TYPES } from './included-events.ts'
import { CleaningFilter, type PathsNode } from './node.ts'

const Texts = List.pipe(z.array(Text)).nullish()
const Whole = WholeNumber.nullish()

/** The parameters of a funnel, with the step around which paths are asked for. */
const FunnelFilter = z.looseObject({
  ...FunnelParameters.shape,
  insight: Text.nullish(),
  funnel_step: Anything.describe(
    'The step, from 1. -k, from -2, selects the actors who did not reach step k.',
  ),
})

/** The parameters of `GET` and `POST insights/path/`, and of saved `filters` of a path. */
export const PathParameters = z
  .object({
    ...FLAT_SERIES,
    ...FLAT_BREAKDOWN,
    events: List.nullish().describe('Must be empty: a path has no series.'),
    actions: List.nullish().describe('Must be empty: a path has no series.'),
    aggregation_group_type_index: GroupTypeIndex.nullish().describe(
      '1 to 4 follows groups of this type. 0 or absent follows persons.',
    ),
    include_event_types: Texts.describe(
      `The types of events: ${PATH_TYPES.join(', ')}. Absent or empty means every event.`,
    ),
    path_type: Text.nullish().describe('The old form of `include_event_types`, with a single type.'),
    include_custom_events: Texts.describe('Names of custom events, instead of the type custom_event.'),
    paths_hogql_expression: Text.nullish().describe(
      'The expression whose values are the items of the type hogql.',
    ),
    start_point: Text.nullish().describe('The item at which paths begin.'),
    end_point: Text.nullish().describe('The item at which paths end.'),
    step_limit: Whole.describe('How many items a path has at most, 2 to 50. 5 if absent.'),
    edge_limit: Whole.describe(
      'How many edges are returned at most. If absent, 50, or 10,000 with both a start_point and an end_point.',
    ),
    min_edge_weight: Whole.describe('Leaves out edges with a smaller `value`.'),
    max_edge_weight: Whole.describe('Leaves out edges with a greater `value`.'),
    exclude_events: Texts.describe('Items to leave out, with their events.'),
    path_groupings: Texts.describe(
      'Texts with the wildcard *. An item that matches one of them is replaced by that text.',
    ),
    local_path_cleaning_filters: List.pipe(z.array(CleaningFilter))
      .nullish()
      .describe('Rules `{regex, alias}`. The alias replaces what the regular expression matches in an item.'),
    path_replacements: BooleanOrText.nullish().describe(
      'Whether the `path_cleaning_filters` of the project apply as well.',
    ),
    funnel_paths: Text.nullish().describe(
      'Required with a funnel_filter: funnel_path_after_step, funnel_path_before_step or funnel_path_between_steps.',
    ),
    funnel_filter: z
      .union([
        FunnelFilter,
        textAs((text) => FunnelFilter.parse(JSON.parse(text)), 'Expected the parameters of a funnel.'),
      ])
      .nullish()
      .describe('A funnel and its `funnel_step`. Only paths of the actors of this step are counted.'),
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

const legacy = seriesLegacy<PathParameters, PathsNode>('PATHS', FIELDS)
const { include_event_types: TYPES = '', ...OTHER_FIELDS } = FIELDS
const legacyOfOneType = seriesLegacy<PathParameters, PathsNode>('PATHS', {
  ...OTHER_FIELDS,
  path_type: TYPES,
})

/**
 * Turns flat parameters into a node.
 * @throws RequestError
 */
export function fromFlatPaths(flat: PathParameters): FromFlat<PathsNode> {
  const { node, at } = fromFlatTypes(flat)
  const { funnel_paths: type, funnel_filter: filter } = flat
  const hasFunnel = isGiven(filter) && Object.keys(filter ?? {}).length > 0
  if (!isGiven(type) && !hasFunnel) return { node, at }
  const { funnel_step, ...parameters } = filter ?? {}
  const funnel = hasFunnel ? fromFlatFunnels(parameters) : null
  return {
    node: {
      ...node,
      funnelPathsFilter: {
        ...(isGiven(type) && { funnelPathType: type }),
        ...(funnel !== null && { funnelSource: funnel.node }),
        ...(isGiven(funnel_step) && { funnelStep: funnel_step }),
      },
    },
    at: (...place) => {
      const [section, name, ...rest] = place
      if (section !== 'funnelPathsFilter') return at(...place)
      if (name === 'funnelSource')
        return ['funnel_filter', ...(rest.length > 0 ? (funnel?.at(...rest) ?? []) : [])]
      return name === 'funnelStep' ? ['funnel_filter', 'funnel_step'] : ['funnel_paths']
    },
  }
}

function fromFlatTypes(flat: PathParameters): FromFlat<PathsNode> {
  if (isGiven(flat.include_event_types) || !isGiven(flat.path_type)) return legacy.fromFlat(flat)
  const types = { ...flat, path_type: [flat.path_type] as unknown as string }
  return legacyOfOneType.fromFlat(types)
}

export function toFlatPaths(node: JsonObject): JsonObject | null {
  const { funnelPathsFilter, ...own } = node
  const flat = legacy.toFlat(own)
  if (flat === null || !isGiven(funnelPathsFilter)) return flat
  const funnel = toFlatFunnel(funnelPathsFilter)
  return funnel === null ? null : { ...flat, ...funnel }
}

/** Returns the flat form of a funnel; null if the funnel has no flat form. */
function toFlatFunnel(value: unknown): JsonObject | null {
  if (!isJsonObject(value)) return null
  const { funnelPathType, funnelSource, funnelStep, ...others } = value
  const source = isJsonObject(funnelSource) && Object.keys(funnelSource).length > 0 ? funnelSource : null
  const filter = source === null ? null : toFlatFunnels(source)
  if ((source !== null && filter === null) || Object.values(others).some(isGiven)) return null
  if (source === null && isGiven(funnelStep)) return null
  return {
    ...(isGiven(funnelPathType) && { funnel_paths: funnelPathType }),
    ...(filter !== null && {
      funnel_filter: { ...filter, ...(isGiven(funnelStep) && { funnel_step: funnelStep }) },
    }),
  }
}
