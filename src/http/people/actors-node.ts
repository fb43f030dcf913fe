import { parseNode } from '#insights/questions/parse-question.ts'
import { isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid, RequestError, withAttr } from '#shared/request-error.ts'
import { PEOPLE_LISTS, type RequestedPeople, requestedPeople } from './asked-people.ts'

/** The query nodes whose `source` is an insight and whose other fields select one of its numbers. */
export const ACTORS_NODES = [
  'InsightActorsQuery',
  'FunnelsActorsQuery',
  'FunnelCorrelationActorsQuery',
  'StickinessActorsQuery',
] as const

/**
 * The fields of {@link ACTORS_NODES}, for each kind of insight. The value is the address parameter with the
 * same meaning.
 */
const SELECTORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  trends: { series: 'entity_order', day: 'day', breakdown: 'breakdown_value', compare: 'compare_label' },
  lifecycle: { day: 'target_date', status: 'lifecycle_type' },
  stickiness: { series: 'entity_order', day: 'stickiness_days', compare: 'compare_label' },
  retention: { interval: 'breakdown_values', breakdown: 'breakdown_value' },
  paths: {
    pathStartKey: 'path_start_key',
    pathEndKey: 'path_end_key',
    pathDropoffKey: 'path_dropoff_key',
  },
  funnels: {
    funnelStep: 'funnel_step',
    funnelCustomSteps: 'funnel_custom_steps',
    funnelStepBreakdown: 'funnel_step_breakdown',
    funnelTrendsDropOff: 'drop_off',
    funnelTrendsEntrancePeriodStart: 'entrance_period_start',
    compare: 'compare_label',
  },
  correlation: {
    funnelCorrelationPersonConverted: 'funnel_correlation_person_converted',
    funnelCorrelationPersonEntity: 'funnel_correlation_person_entity',
    funnelCorrelationPropertyValues: 'funnel_correlation_property_values',
  },
}

/** Fields that clients send and that have no effect on which number is selected. */
const IGNORED: readonly string[] = ['kind', 'response', 'modifiers', 'version', 'tags', 'includeRecordings']

/**
 * Returns the people behind the number that a node selects. Each selecting field may have the name that it
 * has in nodes, or the name of the address parameter.
 * @throws RequestError
 */
export function peopleOfNode(node: JsonObject): RequestedPeople {
  const { source, ...fields } = withKeysOfPaths(node)
  const { query } = parseNode(source)
  const list = PEOPLE_LISTS.find(({ kind }) => kind.names.kind === query.kind)
  if (list === undefined) throw invalid('invalid_input', 'This kind of question has no list of people.', null)
  const names = SELECTORS[query.kind] ?? {}
  const given = Object.entries(fields).filter(([name, value]) => !IGNORED.includes(name) && value !== null)
  const parameterOf = (name: string) => names[name] ?? name
  refuseTwice(
    given.map(([name]) => name),
    parameterOf,
  )
  const selectors = Object.fromEntries(
    given.map(([name, value]) => [parameterOf(name), inAddress(name, value)]),
  )
  return requestedPeople(list.kind, parseValue(list.Request, { ...selectors, query: source }))
}

/**
 * Moves the keys that select a number of paths to the node itself, if they are in the `pathsFilter` of its
 * source. Clients write them either there or in the node.
 */
function withKeysOfPaths(node: JsonObject): JsonObject {
  const { source } = node
  if (!isJsonObject(source) || !isJsonObject(source['pathsFilter'])) return node
  const inFilter = (name: string) => Object.hasOwn(SELECTORS['paths'] ?? {}, name)
  const [keys, others] = [true, false].map((isKey) =>
    Object.fromEntries(
      Object.entries(source['pathsFilter'] as JsonObject).filter(([name]) => inFilter(name) === isKey),
    ),
  )
  return { ...keys, ...node, source: { ...source, pathsFilter: others } }
}

/**
 * Returns the error with the path of the sender's field as its attr. This field is either in the question,
 * which is the `source` of the node, or it selects the number. `path` is the path of the node in the
 * request. Errors without an attr are returned unchanged.
 */
export function placedAtNode(error: unknown, node: JsonObject, path: string): unknown {
  if (!(error instanceof RequestError) || error.attr === null) return error
  return withAttr(error, placeAtNode(error.attr, node, path))
}

/**
 * Returns the attr of a warning as the path of the sender's field. {@link placedAtNode} does this for an
 * error.
 */
export function placeAtNode(attr: string, node: JsonObject, path: string): string {
  const [first = '', ...inside] = attr.split('__')
  const place = first === 'query' ? ['source', ...inside] : [fieldOf(first, node), ...inside]
  return [path, ...place].join('__')
}

/**
 * Returns the name under which a node has the value of an address parameter. This is the node's own name for
 * the field if the node uses it, or else the name of the parameter.
 */
function fieldOf(parameter: string, node: JsonObject): string {
  if (parameter in node) return parameter
  const fields = Object.values(SELECTORS).flatMap((names) => Object.entries(names))
  return fields.find(([field, name]) => name === parameter && field in node)?.[0] ?? parameter
}

/**
 * @throws RequestError for a node that has a question in addition to its source, and for two fields that
 * mean the same parameter.
 */
function refuseTwice(fields: readonly string[], parameterOf: (field: string) => string): void {
  for (const [i, field] of fields.entries()) {
    if (field === 'query' || field === 'question')
      throw invalid(
        'unknown_field',
        `The question of this node is its "source": leave "${field}" out.`,
        field,
      )
    const first = fields.findIndex((other) => parameterOf(other) === parameterOf(field))
    if (first < i)
      throw invalid(
        'invalid_input',
        `"${fields[first]}" and "${field}" are two names of one field: send one of them.`,
        field,
      )
  }
}

/**
 * Converts the value of a field to its form in an address: the interval of a retention becomes a list of
 * one, and an item of a correlation becomes JSON text.
 */
function inAddress(name: string, value: unknown): unknown {
  if (name === 'interval') return [value]
  return ITEMS.includes(name) && typeof value === 'object' ? JSON.stringify(value) : value
}

const ITEMS = ['funnelCorrelationPersonEntity', 'funnelCorrelationPropertyValues']
