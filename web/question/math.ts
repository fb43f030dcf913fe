import { COUNT_WORDS, PER_ACTOR, STATISTIC_WORDS } from '#contract/math-words.ts'
import type { SeriesNode } from '#web/api/query-node.ts'
import { exactNumber } from '#web/ui/format.ts'
import { propertyName } from './property-names.ts'
import type { Vocabulary } from './vocabulary.ts'

export type MathChoice = Pick<
  SeriesNode,
  'math' | 'math_property' | 'math_property_type' | 'math_multiplier' | 'math_group_type_index'
>

export interface MathOption {
  readonly label: string
  readonly choice: MathChoice
  /** Whether the user must choose a property next. */
  readonly needsProperty: boolean
}

/** Returns all maths that can be chosen for a series. `maths` are the maths that its kind allows. */
export function mathOptions(maths: readonly string[], groupTypes: Vocabulary['groupTypes']): MathOption[] {
  const has = (math: string) => maths.includes(math)
  const plain = (math: string, label: string) => ({ label, choice: { math }, needsProperty: false })
  return [
    ...Object.entries(COUNT_WORDS).flatMap(([math, label]) => (has(math) ? [plain(math, label)] : [])),
    ...(has('unique_group')
      ? groupTypes.map(({ index, plural }) => ({
          label: `unique ${plural}`,
          choice: { math: 'unique_group', math_group_type_index: index },
          needsProperty: false,
        }))
      : []),
    ...Object.entries(STATISTIC_WORDS).flatMap(([math, label]) =>
      has(math) ? [{ label: `${label} of a property`, choice: { math }, needsProperty: true }] : [],
    ),
    ...Object.entries(STATISTIC_WORDS).flatMap(([math, label]) =>
      has(`${math}${PER_ACTOR}`) ? [plain(`${math}${PER_ACTOR}`, `${label} events per person`)] : [],
    ),
  ]
}

/**
 * Returns the math of a series in words. A series without a math has `defaultMath`, the default of its
 * kind.
 */
export function mathName(
  { math = '', math_property, math_multiplier = 1, math_group_type_index }: MathChoice,
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
    return `${STATISTIC_WORDS[name.slice(0, -PER_ACTOR.length)] ?? name} events per person`
  const statistic = STATISTIC_WORDS[name]
  if (statistic !== undefined)
    return `${statistic} of ${math_property ? propertyName(math_property) : 'a property'}${times(math_multiplier)}`
  return COUNT_WORDS[name] ?? name
}

const times = (multiplier: number) => (multiplier === 1 ? '' : ` × ${exactNumber(multiplier, 10)}`)

/** Returns the series with another math. The fields of the previous math are removed. */
export function withMath(series: SeriesNode, choice: MathChoice): SeriesNode {
  return { ...withoutMath(series), ...choice }
}

/** Returns the series without its math and without the fields that belong to the math. */
export function withoutMath(series: SeriesNode): SeriesNode {
  const { math: _, math_property: _1, math_property_type: _2, math_multiplier: _3, ...others } = series
  const { math_group_type_index: _4, ...rest } = others
  return rest
}
