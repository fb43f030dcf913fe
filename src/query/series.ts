import { quoted } from '#contract/nearest-name.ts'
import { attrOf, type FieldPaths, type Path } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import { bothHold } from './combine-filters.ts'
import type { Definitions } from './definitions.ts'
import { allHold, type FilterGroup, NO_RESTRICTION } from './filter.ts'
import type { InsightQuery } from './insight-query.ts'
import { LIMITS } from './limits.ts'
import type { Matcher } from './matcher.ts'
import type { SeriesNode } from './node.ts'
import { parseFilters } from './parse-filters.ts'
import { requireOneOf } from './refuse.ts'
import { type MathDetails, parseMath, parseMathDetails, type SeriesMath } from './series-math.ts'

/** Events that are counted together, or one step of a funnel. */
export interface Series extends MathDetails {
  /** Name of the event; null means every event. Also null if an action decides. */
  readonly event: string | null
  /** Id of the action whose events count; absent otherwise. */
  readonly actionId?: number
  /**
   * Members of a group: an event counts if it belongs to any of them. The filters of the series apply to
   * all members. Absent if the series is not a group.
   */
  readonly anyOf?: readonly GroupMember[]
  /**
   * Name of the series in the request. If the request gives no name, it is the name of the event, `All
   * events` for every event, and empty for an action.
   */
  readonly name: string
  readonly customName: string | null
  readonly math: SeriesMath
  readonly properties: FilterGroup
}

/**
 * Selects some of the events of a project, by a name, an action or the members of a group, and by filters.
 */
export type SelectedEvents = Pick<Series, 'event' | 'actionId' | 'anyOf' | 'properties'>

/** An event or an action of a group. The name is empty for an action without a name in the request. */
export interface GroupMember extends Pick<Series, 'event' | 'actionId' | 'properties'> {
  readonly name: string
}

/** Rules of a kind for its series. */
export interface SeriesRule {
  /** The plural in sentences: `series`, `steps`. */
  readonly noun: string
  readonly least: number
  readonly most: number
  /** Error code if there are too few. */
  readonly tooFew: string
  /** The maths that the kind computes. */
  readonly maths: readonly SeriesMath[]
  /** Maths that count the groups of `math_group_type_index`; absent if none does. */
  readonly groupMaths?: readonly SeriesMath[]
}

/** Parses the series of a node, in their order. @throws RequestError */
export function parseSeries(
  nodes: readonly SeriesNode[] | null | undefined,
  at: FieldPaths,
  rule: SeriesRule,
): Series[] {
  const series = (nodes ?? []).map((node, i) => parseOne(node, (...field) => at('series', i, ...field), rule))
  if (series.length === 0)
    throw invalid('required', 'Either events or actions is required.', attrOf(at('series')))
  if (series.length < rule.least)
    throw invalid(
      rule.tooFew,
      `At least ${rule.least} ${rule.noun} are needed, but the question has ${series.length}: add another.`,
      attrOf(at('series')),
    )
  if (series.length > rule.most)
    throw invalid(
      'max_length',
      `At most ${rule.most} ${rule.noun} can be asked for at once, and ${series.length} were sent: ask for the others in another question.`,
      attrOf(at('series')),
    )
  return series
}

function parseOne(node: SeriesNode, at: FieldPaths, { maths, groupMaths = [] }: SeriesRule): Series {
  const math = parseMath(node.math, { maths, groupMaths }, at('math'))
  return {
    ...(node.kind === GROUP ? parseGroup(node, at) : parseSubject(node, at)),
    customName: node.custom_name?.trim() || null,
    math,
    ...parseMathDetails(node, math, groupMaths, at),
    properties: parseOwnFilters(node, at),
  }
}

const GROUP = 'GroupNode'

/**
 * Parses a group. If the group has no name, its name is made of the names of its members.
 * @throws RequestError
 */
function parseGroup(node: SeriesNode, at: FieldPaths): Pick<Series, 'event' | 'anyOf' | 'name'> {
  requireOneOf((node.operator || 'OR').toUpperCase(), ['OR'], {
    noun: 'operator of a group',
    path: at('operator'),
    all: ['AND'],
  })
  const nodes = node.nodes ?? []
  if (nodes.length === 0)
    throw invalid('required', 'A group has at least one event or action.', attrOf(at('nodes')))
  if (nodes.length > LIMITS.series)
    throw invalid(
      'max_length',
      `A group has at most ${LIMITS.series} events and actions, and ${nodes.length} were sent.`,
      attrOf(at('nodes')),
    )
  const anyOf = nodes.map((member, i): GroupMember => {
    const place: FieldPaths = (...field) => at('nodes', i, ...field)
    const subject = parseSubject(member, place)
    const name = member.custom_name?.trim() || subject.name
    return { ...subject, name, properties: parseOwnFilters(member, place) }
  })
  const names = anyOf.map(({ name }) => name)
  return { event: null, anyOf, name: node.name || (names.includes('') ? '' : names.join(', ')) }
}

/**
 * Parses the event or action of a node that is not a series, such as an exclusion. It has no name, because
 * its name is not shown. @throws RequestError
 */
export function parseSelectedEvents(node: SeriesNode, at: FieldPaths): SelectedEvents {
  const { name: _, ...subject } = parseSubject(node, at)
  return { ...subject, properties: parseOwnFilters(node, at) }
}

const parseOwnFilters = ({ properties, fixedProperties }: SeriesNode, at: FieldPaths): FilterGroup =>
  parseFilters(bothHold(properties, fixedProperties), at('properties'))

/** Parses the event or the action of a node, with its name. @throws RequestError */
function parseSubject(node: SeriesNode, at: FieldPaths): Pick<Series, 'event' | 'actionId' | 'name'> {
  if (node.kind === 'ActionsNode')
    return { event: null, actionId: parseActionId(node.id, at('id')), name: node.name ?? '' }
  requireOneOf(node.kind, ['EventsNode', 'ActionsNode'], {
    noun: 'kind of a series',
    path: at('kind'),
    all: ['DataWarehouseNode', GROUP],
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
    `Expected the id of an action, a number, not ${JSON.stringify(id)}.`,
    attrOf(path),
  )
}

/** The name that clients show for a series of every event. */
const EVERY_EVENT = 'All events'

/**
 * Refuses a name for a series that counts every event, unless it is the name that clients show for such a
 * series. The sender meant the event with this name.
 * @throws RequestError
 */
function requireNoName(name: string | null | undefined, path: Path): void {
  if (!name || name === EVERY_EVENT) return
  const field = String(path.at(-1))
  throw invalid(
    'required',
    `"name" is only a label: "${field}" says which event is counted. Add "${field}": ${quoted(name)}, or "${field}": null for every event.`,
    attrOf(path),
  )
}

/**
 * Returns all events that decide the numbers of a question: the events of its series, and the events that
 * it excludes.
 */
export const decidingEvents = ({
  series,
  exclusions = [],
}: Pick<InsightQuery, 'series' | 'exclusions'>): SelectedEvents[] => [
  ...series.flatMap((one) => [one, ...(one.anyOf ?? [])]),
  ...exclusions.map((exclusion) => exclusion.series),
]

/** Returns the matcher of the events that a series counts. An unknown action counts no events. */
export const matcherOf = (
  { event, actionId, anyOf, properties }: SelectedEvents,
  definitions: Definitions,
): Matcher => {
  if (anyOf === undefined && actionId === undefined) return [{ event, filter: properties }]
  const alternatives = anyOf
    ? anyOf.flatMap((one) => matcherOf(one, definitions))
    : (definitions.actions.get(actionId ?? 0)?.matcher ?? [])
  return alternatives.map((one) => ({ ...one, filter: allHold(one.filter, properties) }))
}

/**
 * Returns the selected events without the filters that the question adds. The result selects all events of
 * a name, or all events of an action.
 */
export const withoutFilters = <Events extends SelectedEvents>(events: Events): Events => ({
  ...events,
  properties: NO_RESTRICTION,
  ...(events.anyOf && { anyOf: events.anyOf.map((one) => ({ ...one, properties: NO_RESTRICTION })) }),
})

/**
 * Returns the question with the present names of its actions: a series on an action has the name of the
 * action if the request gave the series no name.
 */
export const withActionNames = <Query extends { readonly series: readonly Series[] }>(
  query: Query,
  { actions }: Definitions,
): Query => ({
  ...query,
  series: query.series.map((series) => {
    if (series.name !== '') return series
    const nameOf = ({ name, actionId }: Pick<GroupMember, 'name' | 'actionId'>) =>
      actionId === undefined || name !== '' ? name : (actions.get(actionId)?.name ?? `Action ${actionId}`)
    return { ...series, name: (series.anyOf ?? [series]).map(nameOf).join(', ') }
  }),
})
