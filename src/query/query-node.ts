import { z } from 'zod'
import { readValue } from '#shared/read-value.ts'
import { invalid, notSupported, RequestError } from '#shared/request-error.ts'
import { readFunnelParameters, readTrendParameters } from './flat-parameters.ts'
import type { InsightQuery } from './insight-query.ts'

type Json = Record<string, unknown>
const Node = z.record(z.string(), z.unknown())
const Kind = z.looseObject({ kind: z.string() })
const Section = Node.nullish()
const Series = z.array(z.looseObject({ kind: z.string() }))

/**
 * A query node (`TrendsQuery`, `FunnelsQuery`, bare or inside an `InsightVizNode`) as a question. Nodes say the same as
 * flat parameters in other words, so they are translated and every rule lives once.
 * @throws RequestError whose attr begins with `query`.
 */
export function readQueryNode(value: unknown): InsightQuery {
  const node = unwrap(value)
  if (node.kind === 'TrendsQuery') return namingNodes(() => readTrendParameters(trendParameters(node)))
  if (node.kind === 'FunnelsQuery') return namingNodes(() => readFunnelParameters(funnelParameters(node)))
  throw notSupported(`A query of kind '${node.kind}'`, 'query__kind')
}

/** Where a node keeps what a flat parameter of another name or place says. */
const NODE_FIELDS: Readonly<Record<string, string>> = {
  events: 'series',
  date_from: 'dateRange__date_from',
  date_to: 'dateRange__date_to',
  explicit_date: 'dateRange__explicitDate',
  filter_test_accounts: 'filterTestAccounts',
  sampling_factor: 'samplingFactor',
  breakdown: 'breakdownFilter__breakdown',
  breakdowns: 'breakdownFilter__breakdowns',
  display: 'trendsFilter__display',
  formula: 'trendsFilter__formula',
  smoothing_intervals: 'trendsFilter__smoothingIntervals',
  compare: 'compareFilter__compare',
  funnel_viz_type: 'funnelsFilter__funnelVizType',
  funnel_order_type: 'funnelsFilter__funnelOrderType',
  funnel_window_interval: 'funnelsFilter__funnelWindowInterval',
  funnel_window_interval_unit: 'funnelsFilter__funnelWindowIntervalUnit',
  exclusions: 'funnelsFilter__exclusions',
  funnel_aggregate_by_hogql: 'funnelsFilter__funnelAggregateByHogQL',
}

// An error names the field that its sender wrote, not the flat parameter it was translated to.
function namingNodes(read: () => InsightQuery): InsightQuery {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RequestError) || error.attr === null || error.attr.startsWith('query__'))
      throw error
    const [parameter = '', ...rest] = error.attr.split('__')
    const attr = ['query', NODE_FIELDS[parameter] ?? parameter, ...rest].join('__')
    throw new RequestError(error.kind, error.code, error.message, attr)
  }
}

function unwrap(value: unknown): Json & { kind: string } {
  const node = readValue(Kind, value, ['query'])
  if (node.kind === 'InsightVizNode') return readValue(Kind, node.source, ['query', 'source'])
  return node
}

function commonParameters(node: Json): Json {
  const dates = readValue(Section, node.dateRange, ['query', 'dateRange']) ?? {}
  const breakdown = readValue(Section, node.breakdownFilter, ['query', 'breakdownFilter']) ?? {}
  // In nodes absent or null is persons and 0 is the first group type; the flat form cannot say the latter.
  if (typeof node.aggregation_group_type_index === 'number')
    throw notSupported('Counting groups', 'query__aggregation_group_type_index')
  return {
    ...entitiesOf(node),
    date_from: dates.date_from,
    date_to: dates.date_to,
    explicit_date: dates.explicitDate,
    interval: node.interval,
    properties: node.properties,
    filter_test_accounts: node.filterTestAccounts,
    sampling_factor: node.samplingFactor,
    breakdown: breakdown.breakdown,
    breakdowns: breakdown.breakdowns,
  }
}

function entitiesOf(node: Json): Json {
  const series = readValue(Series, node.series ?? [], ['query', 'series'])
  const events = series.map((item, order) => {
    if (item.kind === 'ActionsNode') throw notSupported('An action', `query__series__${order}__kind`)
    if (item.kind !== 'EventsNode')
      throw invalid('invalid_choice', 'Expected EventsNode.', `query__series__${order}__kind`)
    return {
      ...item,
      id: item.event ?? null,
      order,
      properties: allOf(item.properties, item.fixedProperties),
    }
  })
  return { events }
}

const allOf = (...lists: unknown[]) => {
  const given = lists.filter((list) => list !== undefined && list !== null)
  return given.length < 2 ? given[0] : given.flat()
}

function trendParameters(node: Json): Json {
  const trends = readValue(Section, node.trendsFilter, ['query', 'trendsFilter']) ?? {}
  const compare = readValue(Section, node.compareFilter, ['query', 'compareFilter']) ?? {}
  return {
    ...commonParameters(node),
    display: trends.display,
    formula: trends.formula ?? trends.formulas ?? trends.formulaNodes,
    smoothing_intervals: trends.smoothingIntervals,
    compare: compare.compare ?? trends.compare,
  }
}

function funnelParameters(node: Json): Json {
  const funnels = readValue(Section, node.funnelsFilter, ['query', 'funnelsFilter']) ?? {}
  return {
    ...commonParameters(node),
    funnel_viz_type: funnels.funnelVizType,
    funnel_order_type: funnels.funnelOrderType,
    funnel_window_interval: funnels.funnelWindowInterval,
    funnel_window_interval_unit: funnels.funnelWindowIntervalUnit,
    exclusions: funnels.exclusions,
    funnel_aggregate_by_hogql: funnels.funnelAggregateByHogQL,
  }
}
