import type { HogqlExpression } from '#hogql/expression.ts'
import { parseHogqlValue } from '#hogql/parse-hogql.ts'
import { NO_RESTRICTION } from '#query/filter.ts'
import { requireOneOf } from '#query/refuse.ts'
import type { Series } from '#query/series.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import type { PathsFilter } from './node.ts'

export const PATH_TYPES = ['$pageview', '$screen', 'custom_event', 'hogql'] as const
type PathType = (typeof PATH_TYPES)[number]

/** The events that become items. If an event fits several of these fields, the first one decides its item. */
export interface IncludedEvents {
  /** Whether page views are included. Their item is the address. */
  readonly pageviews: boolean
  /** Whether screens are included. Their item is the name of the screen. */
  readonly screens: boolean
  /**
   * The custom events that are included: all whose name does not begin with `$`, or only the named ones.
   * Their item is their name.
   */
  readonly customEvents: 'all' | readonly string[]
  /**
   * How all other events are included: their item is the name or the value of an expression. Null leaves
   * them out.
   */
  readonly others: 'name' | HogqlExpression | null
}

/**
 * Parses the events that become items.
 * @throws RequestError
 */
export function parseIncludedEvents(filter: PathsFilter, at: FieldPaths): IncludedEvents {
  const place = (field: string) => at('pathsFilter', field)
  const types = (filter?.includeEventTypes ?? []).map(
    (type): PathType =>
      requireOneOf(type, PATH_TYPES, {
        noun: 'type of events',
        path: place('includeEventTypes'),
        all: PATH_TYPES,
      }),
  )
  const named = [...new Set((filter?.includeCustomEvents ?? []).map(storableName))]
  if (named.length > 0 && types.includes('custom_event'))
    throw invalid(
      'invalid_input',
      'The type custom_event includes all custom events: leave out the type, or the names.',
      attrOf(place('includeCustomEvents')),
    )
  const isAll = types.length === 0 && named.length === 0
  const expression = expressionOf(filter, isAll || types.includes('hogql'), at)
  if (expression === null && types.includes('hogql'))
    throw invalid(
      'required',
      'The type hogql needs an expression: add it.',
      attrOf(place('pathsHogQLExpression')),
    )
  return {
    pageviews: isAll || types.includes('$pageview'),
    screens: isAll || types.includes('$screen'),
    customEvents: types.includes('custom_event') ? 'all' : named,
    others: expression ?? (isAll ? 'name' : null),
  }
}

function expressionOf(filter: PathsFilter, isUsed: boolean, at: FieldPaths): HogqlExpression | null {
  const text = filter?.pathsHogQLExpression || null
  if (text === null) return null
  const path = at('pathsFilter', 'pathsHogQLExpression')
  if (isUsed) return parseHogqlValue(text, path)
  throw invalid(
    'invalid_input',
    'Only the type hogql uses the expression: add this type, or leave out the expression.',
    attrOf(path),
  )
}

/** Whether an event whose name is not in the question can become an item. */
export const includesAnyName = ({ customEvents, others }: IncludedEvents): boolean =>
  others !== null || customEvents === 'all'

/** Returns a series for each event that is included by its name. */
export const namedSeries = ({ pageviews, screens, customEvents }: IncludedEvents): Series[] =>
  [
    ...(pageviews ? ['$pageview'] : []),
    ...(screens ? ['$screen'] : []),
    ...(customEvents === 'all' ? [] : customEvents),
  ].map((event) => ({ event, name: event, customName: null, math: 'total', properties: NO_RESTRICTION }))
