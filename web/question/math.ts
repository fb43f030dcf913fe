import type { SeriesNode } from './node.ts'
import { propertyName } from './property-names.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Maths that need no more than their name, as pills and sentences call them. */
const COUNTS: Readonly<Record<string, string>> = {
  total: 'events',
  dau: 'unique persons',
  unique_session: 'unique sessions',
  weekly_active: 'weekly active persons',
  monthly_active: 'monthly active persons',
  first_time_for_user: 'first time ever',
  first_matching_event_for_user: 'first time with these filters',
}

/** Maths over a property; also `<math>_count_per_actor` over the events of a person. */
const STATISTICS: Readonly<Record<string, string>> = {
  sum: 'sum',
  avg: 'average',
  median: 'median',
  p75: '75th percentile',
  p90: '90th percentile',
  p95: '95th percentile',
  p99: '99th percentile',
  min: 'smallest',
  max: 'largest',
}
const PER_ACTOR = '_count_per_actor'

export type MathChoice = Pick<
  SeriesNode,
  'math' | 'math_property' | 'math_property_type' | 'math_group_type_index'
>

export interface MathOption {
  readonly label: string
  readonly choice: MathChoice
  /** A property is chosen next. */
  readonly needsProperty: boolean
}

/** Everything that a series of a kind can count; the maths are those of the kind. */
export function mathOptions(maths: readonly string[], groupTypes: Vocabulary['groupTypes']): MathOption[] {
  const has = (math: string) => maths.includes(math)
  const plain = (math: string, label: string) => ({ label, choice: { math }, needsProperty: false })
  return [
    ...Object.entries(COUNTS).flatMap(([math, label]) => (has(math) ? [plain(math, label)] : [])),
    ...(has('unique_group')
      ? groupTypes.map(({ index, plural }) => ({
          label: `unique ${plural}`,
          choice: { math: 'unique_group', math_group_type_index: index },
          needsProperty: false,
        }))
      : []),
    ...Object.entries(STATISTICS).flatMap(([math, label]) =>
      has(math) ? [{ label: `${label} of a property`, choice: { math }, needsProperty: true }] : [],
    ),
    ...Object.entries(STATISTICS).flatMap(([math, label]) =>
      has(`${math}${PER_ACTOR}`) ? [plain(`${math}${PER_ACTOR}`, `${label} events a person`)] : [],
    ),
  ]
}

/** The math of a series in words; `defaultMath` is that of the kind for a series without one. */
export function mathName(
  { math = '', math_property, math_group_type_index }: MathChoice,
  defaultMath: string,
  groupTypes: Vocabulary['groupTypes'],
): string {
  const name = math || defaultMath
  if (name === 'unique_group') {
    const type = groupTypes.find(({ index }) => index === math_group_type_index)
    return `unique ${type?.plural ?? 'groups'}`
  }
  if (name === 'hogql') return 'an expression'
  if (name.endsWith(PER_ACTOR))
    return `${STATISTICS[name.slice(0, -PER_ACTOR.length)] ?? name} events a person`
  const statistic = STATISTICS[name]
  if (statistic !== undefined)
    return `${statistic} of ${math_property ? propertyName(math_property) : 'a property'}`
  return COUNTS[name] ?? name
}

/** A series with another math: the parts of the one before go. */
export function withMath(series: SeriesNode, choice: MathChoice): SeriesNode {
  const { math: _, math_property: _1, math_property_type: _2, math_group_type_index: _3, ...rest } = series
  return { ...rest, ...choice }
}
