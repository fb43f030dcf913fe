import { invalid, notSupported } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import { bothHold } from './combine-filters.ts'
import type { Definitions } from './definitions.ts'
import { allHold, type FilterGroup } from './filter.ts'
import type { Matcher } from './matcher.ts'
import type { SeriesNode } from './node.ts'
import { parseFilters } from './parse-filters.ts'
import { attrOf, type Path, type Places } from './places.ts'

export type SeriesMath = 'total' | 'dau' | 'weekly_active' | 'monthly_active' | 'unique_group'

/** The events that are counted together, or one step of a funnel. */
export interface Series {
  /** The name of the event; null is every event. Null as well where an action decides. */
  readonly event: string | null
  /** Only where the events are those of an action. */
  readonly actionId?: number
  /** The name in the request, else the name of the event. Empty for an action without a name in the request. */
  readonly name: string
  readonly customName: string | null
  readonly math: SeriesMath
  /** With `unique_group` only: 0 to 4. */
  readonly mathGroupTypeIndex?: number
  readonly properties: FilterGroup
}

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

function parseOne(node: SeriesNode, at: Places, { maths }: SeriesRule): Series {
  const math = parseMath(node.math, maths, at('math'))
  return {
    ...parseSubject(node, at),
    customName: node.custom_name?.trim() || null,
    math,
    ...(math === 'unique_group' && {
      mathGroupTypeIndex: parseGroupTypeIndex(node.math_group_type_index, at('math_group_type_index')),
    }),
    properties: parseFilters(bothHold(node.properties, node.fixedProperties), at('properties')),
  }
}

/** The events or the action of a node, with their name. @throws RequestError */
function parseSubject(node: SeriesNode, at: Places): Pick<Series, 'event' | 'actionId' | 'name'> {
  if (node.kind === 'ActionsNode')
    return { event: null, actionId: parseActionId(node.id, at('id')), name: node.name ?? '' }
  if (node.kind !== 'EventsNode')
    throw invalid('invalid_choice', 'Expected EventsNode or ActionsNode.', attrOf(at('kind')))
  const event = node.event === null || node.event === undefined ? null : storableName(node.event)
  return { event, name: node.name || (event ?? 'All events') }
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

function parseMath(value: string | null | undefined, maths: readonly SeriesMath[], path: Path): SeriesMath {
  const name = value || (maths[0] ?? 'total')
  const math = maths.find((one) => one === name)
  if (math === undefined) throw notSupported(`The math '${name}'`, attrOf(path))
  return math
}

/** The index of a group type, 0 to 4. @throws RequestError for anything else, and where it is absent. */
export function parseGroupTypeIndex(index: number | null | undefined, path: Path): number {
  if (index === undefined || index === null)
    throw invalid('required', 'This field is required.', attrOf(path))
  if (Number.isInteger(index) && index >= 0 && index <= 4) return index
  throw invalid('invalid_input', 'The index of a group type is 0 to 4.', attrOf(path))
}

/** The events that a series counts; none of an action that is not known. */
export const matcherOf = (
  { event, actionId, properties }: Pick<Series, 'event' | 'actionId' | 'properties'>,
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
