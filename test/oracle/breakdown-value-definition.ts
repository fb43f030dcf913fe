import type { GivenEvent, Scalar } from './filter-definition.ts'
import { hogqlValue } from './hogql-value-definition.ts'
import { finiteNumbers } from './math-definition.ts'
import type { GivenBreakdownPart } from './trend-question.ts'

export const NONE = '$$_posthog_breakdown_null_$$'
export const OTHER = '$$_posthog_breakdown_other_$$'

type Value = Scalar | readonly Scalar[] | null | undefined

/**
 * Implements docs/semantics/breakdowns.md, "Types": returns the property of an event, before it becomes text.
 */
export function rawValue(part: GivenBreakdownPart, event: GivenEvent, timezone: string): Value {
  const { type, property, group_type_index: index = 0 } = part
  switch (type) {
    case 'event':
      return event.lists?.[property] ?? event.properties[property]
    case 'person':
      return event.personProperties?.[property]
    case 'group':
      return event.groupProperties?.[index]?.[property]
    case 'session':
      return event.sessionProperties?.[property]
    case 'hogql':
      return hogqlValue(property, event, timezone)
  }
}

/** "Values": returns the text of a value, or NONE. */
export function textValue(value: Value, { normalize_url: isUrl = false }: GivenBreakdownPart): string {
  if (value === undefined || value === null) return NONE
  const text = Array.isArray(value) ? JSON.stringify(value) : String(value)
  return (isUrl ? normalizedUrl(text) : text) || NONE
}

/**
 * Removes the query, the fragment and slashes at the end. The root stays `/`, and so does text that is only a
 * query or a fragment.
 */
const normalizedUrl = (text: string): string => {
  if (text === '') return ''
  return text.replace(/[?#].*$/su, '').replace(/\/+$/u, '') || '/'
}

/** "Bins": the text of a bin's row, and the bounds of the bin before they are rounded. */
export interface Bin {
  readonly low: number
  readonly high: number
  readonly text: string
  readonly has: (number: number) => boolean
}

/**
 * Divides the range of the numbers among `values` into bins of equal width. Returns no bin if there are no
 * numbers.
 */
export function binsOver(values: readonly Value[], count: number): Bin[] {
  const numbers = values.flatMap(numberOf)
  if (numbers.length === 0) return []
  const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)]
  // The difference of two doubles can be infinite. The difference of their halves cannot.
  const halfWidth = (greatest / 2 - least / 2) / count
  const bins = halfWidth < 1e-300 ? 1 : count
  const lowOf = (i: number) => (i === 0 ? least : 2 * (least / 2 + i * halfWidth))
  return Array.from({ length: bins }, (_, i) => {
    const isLast = i === bins - 1
    const [low, high] = [lowOf(i), isLast ? greatest + 0.01 : lowOf(i + 1)]
    return {
      ...{ low, high },
      text: `[${rounded(low)},${rounded(high)}]`,
      // A very large greatest number does not change when 0.01 is added, so the last bin includes it
      // explicitly.
      has: (number) => low <= number && (number < high || (isLast && number === greatest)),
    }
  })
}

/** Rounds to 2 decimals. The engine writes no `+` before an exponent. */
const rounded = (number: number) => String(Number(number.toFixed(2))).replace('e+', 'e')

/**
 * Returns the text of the bin that has the value. Returns NONE for a value that is in no bin or is no
 * number.
 */
export function binValue(value: Value, bins: readonly Bin[]): string {
  const [number] = numberOf(value)
  if (number === undefined) return NONE
  return bins.find((bin) => bin.has(number))?.text ?? NONE
}

const numberOf = (value: Value): number[] => (Array.isArray(value) ? [] : finiteNumbers(value as Scalar))
