import { readValue } from '#shared/read-value.ts'
import { invalid, notSupported } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import { Entity, FunnelParameters, type Question, TrendParameters } from './flat-schema.ts'
import { readFunnelWindow } from './funnel-window.ts'
import type { DateRange, FunnelsQuery, Series, TrendsQuery } from './insight-query.ts'
import { LIMITS } from './limits.ts'
import { parseFilters } from './parse-filters.ts'
import { readInterval, readMath, requireSeries } from './rules.ts'

/** Flat trend parameters, as calls 21 and 22 take them and as saved `filters` hold them. @throws RequestError */
export function readTrendParameters(body: unknown): TrendsQuery {
  const flat = readValue(TrendParameters, body)
  refuse(!isLine(flat.display), `The display '${flat.display}'`, 'display')
  refuse(isGiven(flat.formula), 'A formula', 'formula')
  refuse(flat.compare === true, 'Comparing with an earlier period', 'compare')
  refuse((flat.smoothing_intervals ?? 1) > 1, 'Smoothing', 'smoothing_intervals')
  refuse(
    isGiven(flat.shown_as) && flat.shown_as !== 'Volume',
    `A trend shown as ${flat.shown_as}`,
    'shown_as',
  )
  return { kind: 'trends', ...readQuestion(flat), interval: readInterval(flat.interval, 'interval') }
}

/** Flat funnel parameters, as calls 11 and 12 take them and as saved `filters` hold them. @throws RequestError */
export function readFunnelParameters(body: unknown): FunnelsQuery {
  const flat = readValue(FunnelParameters, body)
  const order = flat.funnel_order_type ?? 'ordered'
  refuse(order !== 'ordered', `The funnel order '${order}'`, 'funnel_order_type')
  const viz = flat.funnel_viz_type ?? 'steps'
  refuse(viz !== 'steps', `The funnel visualisation '${viz}'`, 'funnel_viz_type')
  refuse((flat.exclusions ?? []).length > 0, 'An exclusion', 'exclusions')
  refuse(isGiven(flat.funnel_aggregate_by_hogql), 'Counting expressions', 'funnel_aggregate_by_hogql')
  const question = readQuestion(flat)
  requireSeries(question.series, {
    least: 2,
    most: LIMITS.funnelSteps,
    code: 'funnel_requires_two_steps',
    attr: 'events',
  })
  const unit = isGiven(flat.funnel_window_interval_unit)
    ? { value: flat.funnel_window_interval_unit, attr: 'funnel_window_interval_unit' }
    : { value: flat.funnel_window_interval_type, attr: 'funnel_window_interval_type' }
  const windowSeconds = isGiven(flat.funnel_window_interval)
    ? readFunnelWindow({ value: flat.funnel_window_interval, attr: 'funnel_window_interval' }, unit)
    : readFunnelWindow(
        { value: flat.funnel_window_days, attr: 'funnel_window_days' },
        {
          ...unit,
          ...(isGiven(flat.funnel_window_days) && { value: 'day' }),
        },
      )
  return { kind: 'funnels', ...question, windowSeconds }
}

const LINE_DISPLAYS = ['ActionsLineGraph', 'ActionsBar', 'ActionsAreaGraph']
const isLine = (display: string | null | undefined) =>
  !isGiven(display) || LINE_DISPLAYS.includes(display as string)

const isGiven = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

function refuse(isAsked: boolean, what: string, attr: string): void {
  if (isAsked) throw notSupported(what, attr)
}

function readQuestion(flat: Question) {
  refuse((flat.actions ?? []).length > 0, 'An action', 'actions')
  refuse(isGiven(flat.breakdown), 'A breakdown', 'breakdown')
  refuse(isGiven(flat.breakdowns), 'A breakdown', 'breakdowns')
  refuse(isGiven(flat.sampling_factor) && Number(flat.sampling_factor) !== 1, 'Sampling', 'sampling_factor')
  refuse((flat.aggregation_group_type_index ?? 0) !== 0, 'Counting groups', 'aggregation_group_type_index')
  const series = readEntities(flat.events ?? [])
  if (series.length === 0) throw invalid('required', 'Either events or actions is required.', 'events')
  requireSeries(series, { least: 1, most: LIMITS.series, code: 'required', attr: 'events' })
  return {
    series,
    dateRange: readFlatDates(flat),
    properties: parseFilters(flat.properties, ['properties']),
    filterTestAccounts: flat.filter_test_accounts === true,
  }
}

const readFlatDates = (flat: Question): DateRange => ({
  from: flat.date_from || '-7d',
  to: flat.date_to || null,
  isExplicit: flat.explicit_date === true,
})

// Clients send entities in any order; `order` tells which is A, which is B, which step is first.
function readEntities(values: readonly unknown[]): Series[] {
  const entities = values.map((value, i) => ({
    entity: readValue(Entity, value, ['events', i]),
    at: ['events', i],
  }))
  return entities
    .sort((a, b) => (a.entity.order ?? 0) - (b.entity.order ?? 0))
    .map(({ entity, at }) => toSeries(entity, at))
}

function toSeries(entity: Entity, at: readonly PropertyKey[]): Series {
  const isEvent = (entity.type || 'events') === 'events'
  refuse(!isEvent, `The type '${entity.type}'`, [...at, 'type'].join('__'))
  const event = entity.id === null || entity.id === undefined ? null : storableName(entity.id)
  return {
    event,
    name: entity.name || (event ?? 'All events'),
    customName: entity.custom_name?.trim() || null,
    math: readMath(entity.math, [...at, 'math']),
    properties: parseFilters(entity.properties, [...at, 'properties']),
  }
}
