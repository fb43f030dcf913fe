import { z } from 'zod'
import {
  type Breakdown,
  type BreakdownRow,
  NONE,
  OTHER,
  type PropertyBreakdown,
  unescapedValue,
  withCohort,
  withoutCohort,
} from '#query/breakdown.ts'
import { Text } from '#query/node.ts'
import { isGiven } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'
import { toWireValue } from './breakdown-rows.ts'

/** A value of the parameter that selects a row of a breakdown. */
const Value = z.union([Text, z.number()])
export const RowSelector = z
  .union([Value, z.array(Value)])
  .nullish()
  .describe(
    'The `breakdown_value` of a row. In an address, a list is JSON text. Without it, all rows together are selected; in a funnel, the funnel without its breakdown.',
  )

/** Returns the value by which the parameter of a link selects this row. */
export const toRowSelector = (breakdown: Breakdown | null, row: BreakdownRow): string =>
  textOf(toWireValue(breakdown, row))

/** Whether the `breakdown_value` of an item belongs to a row. */
export const isValueOfRow = (breakdown: Breakdown | null, row: BreakdownRow, value: unknown): boolean =>
  RowSelector.safeParse(value).success &&
  isGiven(value) &&
  textOf(value as RowValue) === toRowSelector(breakdown, row)

const textOf = (value: string | number | readonly (string | number)[]) =>
  typeof value === 'object' ? JSON.stringify(value.map(String)) : String(value)

/**
 * Returns the row that the parameter `attr` selects; null for all rows together.
 * @throws RequestError for a value that is no row of the breakdown.
 */
export function selectRow(
  breakdown: Breakdown | null,
  value: z.output<typeof RowSelector>,
  attr: string,
): BreakdownRow | null {
  if (!isGiven(value)) return null
  if (breakdown === null)
    throw invalid('invalid_input', 'The question has no breakdown: leave this parameter out.', attr)
  const text = textOf(withoutList(breakdown, value ?? ''))
  if (breakdown.kind === 'cohorts') {
    if (breakdown.cohorts.some((cohort) => String(cohort) === text)) return { values: [text] }
    throw invalid('invalid_choice', `The breakdown has no cohort ${JSON.stringify(text)}.`, attr)
  }
  const { by, beside } = breakdown
  const length = by.length + (beside === undefined ? 0 : 1)
  const values = breakdown.isList ? listIn(text, length) : [text]
  if (values.length !== length)
    throw invalid(
      'invalid_input',
      `Expected the breakdown_value of a row${breakdown.isList ? ` as JSON text, a list of ${length}` : ''}: ${JSON.stringify(text)} is not one.`,
      attr,
    )
  const cohort = values[beside?.place ?? -1]
  if (beside !== undefined && !beside.cohorts.some((one) => String(one) === cohort))
    throw invalid('invalid_choice', `The breakdown has no cohort ${JSON.stringify(cohort)}.`, attr)
  return rowOf(breakdown, values, attr)
}

function rowOf(breakdown: PropertyBreakdown, values: readonly string[], attr: string): BreakdownRow {
  const isOther = withoutCohort(breakdown, values).every((one) => one === OTHER.value)
  if (!isOther) return { values: values.map((one) => (one === NONE.value ? '' : unescapedValue(one))) }
  if (breakdown.hidesOther)
    throw invalid(
      'invalid_choice',
      'The answer has no row of other values, because the question hides it.',
      attr,
    )
  const cohort = breakdown.beside && values[breakdown.beside.place]
  if (cohort === undefined) return 'other'
  return {
    values: withCohort(
      breakdown,
      breakdown.by.map(() => ''),
      cohort,
    ),
    isOther,
  }
}

type RowValue = NonNullable<z.output<typeof RowSelector>>

/**
 * Takes the value out of a list that has only one value. Clients send such a list for a breakdown whose
 * rows have single values and not lists.
 */
function withoutList(breakdown: Breakdown, value: RowValue): RowValue {
  const isList = breakdown.kind === 'properties' && breakdown.isList
  return !isList && Array.isArray(value) && value.length === 1 ? (value[0] ?? '') : value
}

const List = z.array(z.union([z.string(), z.number().transform(String)]))

/** Reads a list of values from text. A text that is not a list becomes the only value of the list. */
function listIn(text: string, length: number): readonly string[] {
  const other = length === 1 ? [text] : []
  try {
    return List.safeParse(JSON.parse(text)).data ?? other
  } catch {
    return other
  }
}
