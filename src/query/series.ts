import { quoted } from '#contract/nearest-name.ts'
import { invalid } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import { bothHold } from './combine-filters.ts'
import type { Definitions } from './definitions.ts'
import { allHold, type FilterGroup } from './filter.ts'
import type { InsightQuery } from './insight-query.ts'
import type { Matcher } from './matcher.ts'
import type { SeriesNode } from './node.ts'
import { parseFilters } from './parse-filters.ts'
import { attrOf, type Path, type Places } from './places.ts'
import { requireOneOf } from './refuse.ts'
import { type MathDetails, parseMath, parseMathDetails, type SeriesMath } from './series-math.ts'

/** The events that are counted together, or one step of a funnel. */
export interface Series extends MathDetails {
  /** The name of the event; null is every event. Null as well where an action decides. */
  readonly event: string | null
  /** Only where the events are those of an action. */
  readonly actionId?: number
  /** The name in the request, else the name of the event. Empty for an action without a name in the request. */
  readonly name: string
  readonly customName: string | null
  readonly math: SeriesMath
  readonly properties: FilterGroup
}

/** Some of the events of a project: those of a name or an action, with filters. */
export type SelectedEvents = Pick<Series, 'event' | 'actionId' | 'properties'>

/** The rules of a kind for its series. */
export interface SeriesRule {
  /** Several of them in a sentence: `series`, `steps`. */
  readonly noun: string
  readonly least: number
  readonly most: number
  /** The code of the error where there are too few. */
  readonly tooFew: string
  /** The maths that the kind computes. */
  readonly maths: readonly SeriesMath[]
  /** The maths that count the groups of `math_group_type_index`; absent if none does. */
  readonly groupMaths?: readonly SeriesMath[]
}

/** The series of a node, in their order. @throws RequestError */
export function parseSeries(
  nodes: readonly SeriesNode[] | null | undefined,
  at: Places,
  rule: SeriesRule,
): Series[] {
  const series = (nodes ?? []).map((node, i) => parseOne(node, (...field) => at('series', i, ...field), rule))
  if (series.length === 0)
    throw invalid('required', 'Either events or actions is required.', attrOf(at('series')))
  if (series.length < rule.least)
    throw invalid(
      rule.tooFew,
      `At least ${rule.least} ${rule.noun} are needed, ${series.length} given: add another.`,
      attrOf(at('series')),
    )
  if (series.length > rule.most)
    throw invalid(
      'max_length',
      `At most ${rule.most} ${rule.noun} can be asked for at once, ${series.length} given: ask for the others in a question of their own.`,
      attrOf(at('series')),
    )
  return series
}

function parseOne(node: SeriesNode, at: Places, { maths, groupMaths = [] }: SeriesRule): Series {
  const math = parseMath(node.math, { maths, groupMaths }, at('math'))
  return {
    ...parseSubject(node, at),
    customName: node.custom_name?.trim() || null,
    math,
    ...parseMathDetails(node, math, groupMaths, at),
    properties: parseOwnFilters(node, at),
  }
}

/** The events of a node that is no series: its name is not shown. @throws RequestError */
export function parseSelectedEvents(node: SeriesNode, at: Places): SelectedEvents {
  const { name: _, ...subject } = parseSubject(node, at)
  return { ...subject, properties: parseOwnFilters(node, at) }
}

const parseOwnFilters = ({ properties, fixedProperties }: SeriesNode, at: Places): FilterGroup =>
  parseFilters(bothHold(properties, fixedProperties), at('properties'))

/** The events or the action of a node, with their name. @throws RequestError */
function parseSubject(node: SeriesNode, at: Places): Pick<Series, 'event' | 'actionId' | 'name'> {
  if (node.kind === 'ActionsNode')
    return { event: null, actionId: parseActionId(node.id, at('id')), name: node.name ?? '' }
  requireOneOf(node.kind, ['EventsNode', 'ActionsNode'], {
    noun: 'kind of a series',
    path: at('kind'),
    all: ['DataWarehouseNode'],
  })
  if (node.event === undefined) requireNoName(node.name, at('event'))
  const event = node.event === null || node.event === undefined ? null : storableName(node.event)
  return { event, name: node.name || (event ?? EVERY_EVENT) }
}

function parseActionId(id: SeriesNode['id'], path: Path): number {
  if (id === undefined || id === null || id === '')
    throw invalid('required', 'This field is required.', attrOf(path))
  if (/^[1-9]\d{0,8}$/.test(String(id))) return Number(id)
  throw invalid(
    'invalid_input',
    `Expected the number of an action: ${JSON.stringify(id)} is given.`,
    attrOf(path),
  )
}

/** The name that clients show for every event. */
const EVERY_EVENT = 'All events'

/** @throws RequestError for a series of every event whose name says otherwise: its sender meant the event of that name. */
function requireNoName(name: string | null | undefined, path: Path): void {
  if (!name || name === EVERY_EVENT) return
  const field = String(path.at(-1))
  throw invalid(
    'required',
    `"name" is only shown: "${field}" is the event that is counted. Add "${field}": ${quoted(name)}, or "${field}": null for every event.`,
    attrOf(path),
  )
}

/** All events that decide the numbers of a question: those of its series, and those that it excludes. */
export const decidingEvents = ({
  series,
  exclusions = [],
}: Pick<InsightQuery, 'series' | 'exclusions'>): SelectedEvents[] => [
  ...series,
  ...exclusions.map((exclusion) => exclusion.series),
]

/** The events that a series counts; none of an action that is not known. */
export const matcherOf = (
  { event, actionId, properties }: SelectedEvents,
  { actions }: Definitions,
): Matcher =>
  actionId === undefined
    ? [{ event, filter: properties }]
    : (actions.get(actionId)?.matcher ?? []).map((one) => ({
        ...one,
        filter: allHold(one.filter, properties),
      }))

/** A question with series whose actions have their own names, where the request gave them none. */
export const withActionNames = <Query extends { readonly series: readonly Series[] }>(
  query: Query,
  { actions }: Definitions,
): Query => ({
  ...query,
  series: query.series.map((series) =>
    series.actionId === undefined || series.name !== ''
      ? series
      : { ...series, name: actions.get(series.actionId)?.name ?? `Action ${series.actionId}` },
  ),
})
