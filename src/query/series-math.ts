import { quoted, suggestion } from '#contract/nearest-name.ts'
import { MATHS } from '#contract/question-names.ts'
import type { HogqlExpression } from '#hogql/expression.ts'
import { NO_NUMBERS, propertiesIn, propertyName } from '#hogql/numeric-properties.ts'
import { parseHogql } from '#hogql/parse-hogql.ts'
import { withNumbers } from '#hogql/with-numbers.ts'
import { attrOf, type FieldPaths, type Path } from '#shared/field-paths.ts'
import { invalid, type RequestError } from '#shared/request-error.ts'
import { isSessionNumber, SESSION_NUMBERS, sessionPropertyOf } from '#values/session-properties.ts'
import type { SeriesNode } from './node.ts'
import { requireOneOf } from './refuse.ts'
import { requireGroupTypeIndex, requireText } from './required.ts'

/** Statistics. Each computes one number from several values. Percentiles are interpolated. */
export const STATISTICS = ['avg', 'sum', 'min', 'max', 'median', 'p75', 'p90', 'p95', 'p99'] as const
export type Statistic = (typeof STATISTICS)[number]

const COUNTED = ['avg', 'min', 'max', 'median', 'p75', 'p90', 'p95', 'p99'] as const
type Counted = (typeof COUNTED)[number]
type PerActor = `${Counted}_count_per_actor`

/**
 * Maths that count the different actors of a bucket (`dau`), or of the 7 or 30 days before the end of the
 * bucket.
 */
const OF_ACTORS = ['dau', 'weekly_active', 'monthly_active'] as const
const FIRST_TIMES = ['first_time_for_user', 'first_matching_event_for_user'] as const

export type SeriesMath =
  | 'total'
  | (typeof OF_ACTORS)[number]
  | (typeof FIRST_TIMES)[number]
  | 'unique_group'
  | 'unique_session'
  | 'hogql'
  | Statistic
  | PerActor

/** All maths, in the order in which they are listed for programs. */
export const SERIES_MATHS: readonly SeriesMath[] = [
  'total',
  ...OF_ACTORS,
  'unique_session',
  'unique_group',
  'hogql',
  ...FIRST_TIMES,
  ...STATISTICS,
  ...COUNTED.map((statistic): PerActor => `${statistic}_count_per_actor`),
]

/** Returns the statistic of a math such as `avg` over a property; null for another math. */
export const statisticOf = (math: string): Statistic | null =>
  STATISTICS.find((statistic) => statistic === math) ?? null

/** Returns the statistic of a math such as `avg_count_per_actor`; null for another math. */
export const statisticPerActor = (math: SeriesMath): Statistic | null =>
  COUNTED.find((statistic) => math === `${statistic}_count_per_actor`) ?? null

/** Other names that clients send for maths: the names in funnels, and the names for the groups of a type. */
const MATH_ALIASES: Readonly<Record<string, SeriesMath>> = {
  first_time_for_user_with_filters: 'first_matching_event_for_user',
  first_time_for_group: 'first_time_for_user',
  first_matching_event_for_group: 'first_matching_event_for_user',
}
/** Returns whether a name of a math means groups. Such a name needs a group type. */
const isNameOfGroups = (name: string | null | undefined): boolean =>
  name === 'unique_group' || (name?.endsWith('_for_group') ?? false)

/** The maths of a kind. */
interface KnownMaths {
  readonly maths: readonly SeriesMath[]
  /** Maths that count the groups of `math_group_type_index`. */
  readonly groupMaths: readonly SeriesMath[]
}

/**
 * Parses the math of a series from any of its names. Without a name it is the first math of the kind.
 * @throws RequestError
 */
export function parseMath(
  value: string | null | undefined,
  { maths, groupMaths }: KnownMaths,
  path: Path,
): SeriesMath {
  const name = value || (maths[0] ?? 'total')
  const meant = Object.hasOwn(MATH_ALIASES, name) ? MATH_ALIASES[name] : undefined
  const known = name.endsWith('_for_group') ? groupMaths : maths
  if (meant !== undefined && known.includes(meant)) return meant
  return requireOneOf(name, maths, { noun: 'math', path, all: MATHS })
}

export const isFirstTime = (math: SeriesMath): math is (typeof FIRST_TIMES)[number] =>
  (FIRST_TIMES as readonly string[]).includes(math)

/** Returns whether a math counts different persons, groups or sessions. */
export const countsDifferent = (math: SeriesMath): boolean =>
  math === 'unique_group' || math === 'unique_session' || (OF_ACTORS as readonly string[]).includes(math)

/** Returns whether the value of a math depends on the persons, or the groups, that events belong to. */
export const countsActors = (math: SeriesMath): boolean =>
  (OF_ACTORS as readonly string[]).includes(math) || isFirstTime(math) || statisticPerActor(math) !== null

/** The property that a statistic is computed from. */
export interface MathProperty {
  readonly on: 'event' | 'person' | 'session'
  readonly key: string
  /** Factor for each value before the statistic is computed; absent if it is 1. */
  readonly multiplier?: number
}

/** Maths that count groups in a trend. Only `unique_group` needs the index `math_group_type_index`. */
export const GROUP_MATHS: readonly SeriesMath[] = [
  'unique_group',
  ...SERIES_MATHS.filter((math) => countsActors(math)),
]

/** Parts of a series that only some maths need. */
export interface MathDetails {
  /** Index of the group type, 0 to 4. Only with a math that counts groups of a type. */
  readonly mathGroupTypeIndex?: number
  /** Only with a statistic of a property. */
  readonly mathProperty?: MathProperty
  /** An expression with aggregates. Only with `hogql`. */
  readonly mathHogql?: HogqlExpression
}

/**
 * Parses the details of a math. Fields that the math does not read are left out; `unused-fields.ts` warns
 * about them. `groupMaths` are the maths of the kind that count the groups of a type.
 * @throws RequestError for a detail that is missing or wrong.
 */
export function parseMathDetails(
  node: SeriesNode,
  math: SeriesMath,
  groupMaths: readonly SeriesMath[],
  at: FieldPaths,
): MathDetails {
  const { math_group_type_index: index } = node
  const isGiven = index !== undefined && index !== null
  if (isNameOfGroups(node.math) || (isGiven && groupMaths.includes(math)))
    return { mathGroupTypeIndex: requireGroupTypeIndex(index, at('math_group_type_index')) }
  if (math === 'hogql') return { mathHogql: parseMathHogql(node, at) }
  if (statisticOf(math) === null) return {}
  const multiplier = node.math_multiplier ?? 1
  return { mathProperty: { ...parseMathProperty(node, at), ...(multiplier !== 1 && { multiplier }) } }
}

const PROPERTY_TYPES = ['event_properties', 'person_properties', 'session_properties'] as const

/**
 * Parses the property of a math. Older clients do not send the type `session_properties` for
 * `$session_duration`. So this property belongs to sessions even if the type is absent.
 */
function parseMathProperty(node: SeriesNode, at: FieldPaths): MathProperty {
  const key = requireText(node.math_property, at('math_property'))
  const type = requireOneOf(node.math_property_type || 'event_properties', PROPERTY_TYPES, {
    noun: 'property type of a math',
    path: at('math_property_type'),
    all: ['data_warehouse_properties'],
  })
  if (type === 'person_properties') return { on: 'person', key }
  if (type === 'event_properties' && key !== '$session_duration') return { on: 'event', key }
  const property = sessionPropertyOf(key)
  if (property !== null && isSessionNumber(property)) return { on: 'session', key: property }
  throw invalid(
    'invalid_choice',
    `Sessions have no numeric property ${quoted(key)}. ${suggestion(key, SESSION_NUMBERS)}`,
    attrOf(at('math_property')),
  )
}

function parseMathHogql(node: SeriesNode, at: FieldPaths): HogqlExpression {
  const path = at('math_hogql')
  const expression = parseHogql(requireText(node.math_hogql, path), path, { aggregates: 'possible' })
  // Whether the value is a number can depend on the project: max(properties.amount) is a number only if
  // `amount` is numeric. That is known only when the question is answered. So the expression is accepted if
  // its value is a number either without numeric properties or with all of them numeric.
  const all = new Set(propertiesIn(expression.root).map(propertyName))
  const types = [expression, withNumbers(expression, all)].map(({ type }) => type)
  if (types.some(isCounted)) return expression
  throw noNumber(expression, path)
}

const isCounted = (type: HogqlExpression['type']) => type === 'number' || type === 'boolean'

const noNumber = ({ text, type }: HogqlExpression, path: Path): RequestError =>
  invalid(
    'invalid_input',
    `The math hogql needs a number, such as sum(properties.amount): ${quoted(text)} is of the type ${type}.`,
    attrOf(path),
  )

/**
 * Requires that the value of every math expression is a number, now that the numeric properties of the
 * project are known.
 * @throws RequestError for the first expression whose value is not a number.
 */
export function requireNumbers(
  series: readonly Pick<MathDetails, 'mathHogql'>[],
  numbers = NO_NUMBERS,
  at: FieldPaths,
): void {
  series.forEach(({ mathHogql }, i) => {
    if (mathHogql === undefined) return
    const typed = withNumbers(mathHogql, numbers)
    if (!isCounted(typed.type)) throw noNumber(typed, at('series', i, 'math_hogql'))
  })
}
