import { z } from 'zod'
import { toWireValue, WireValue } from '#insights/kind/breakdown-rows.ts'
import type { PeopleLinks } from '#insights/kind/people-links.ts'
import { toRowSelector } from '#insights/kind/select-row.ts'
import type { Breakdown } from '#query/breakdown.ts'
import { cohortValues } from './cohort-values.ts'
import { labelOf } from './columns.ts'
import type { RetentionQuery } from './query.ts'
import type { Cohort, RetentionRow } from './shape.ts'

const Value = z
  .object({
    count: z
      .int()
      .describe(
        'For value 0, the size of the cohort. For value k, the number of actors who came back k intervals later.',
      ),
    aggregation_value: z
      .number()
      .optional()
      .describe(
        'Only with `aggregation_type` sum or avg: the sum of the numbers, or that sum divided by `count`.',
      ),
    label: z.string().describe('`Day 0`, `Day 1`, …; for a bracket, such as `Day 2-4`.'),
    base: z.int().describe('The size of the cohort. With `retention_reference: previous`, the value before.'),
    rate: z.number().nullable().describe('`count` as a share of `base`. Null if `base` is 0.'),
    is_incomplete: z
      .boolean()
      .describe('Whether the interval is not over yet, or is cut off by an explicit end.'),
    people: z.array(z.never()).describe('Always empty.'),
    people_url: z
      .string()
      .nullable()
      .describe('The address of the people of `count`. Null if the answer has about 7,000 values or more.'),
  })
  .meta({ id: 'RetentionValue' })

/** The cohort of one interval, in one row of the breakdown. */
export const RetentionItem = z
  .object({
    label: z.string().describe('`Day 0`, `Day 1`, …'),
    date: z.string().describe('The start of the interval.'),
    values: z.array(Value),
    people_url: z
      .string()
      .nullable()
      .describe(
        'The address of the people of the cohort. Add `selected_interval` to it for the people of another value.',
      ),
    breakdown_value: WireValue.optional(),
    breakdown_values: z
      .array(z.string())
      .optional()
      .describe('Only with a breakdown: the values in words, one for each of its properties.'),
  })
  .meta({ id: 'RetentionItem' })
export type RetentionItem = z.infer<typeof RetentionItem>

/** Yields all cohorts of a row, then all cohorts of the next row. */
export function* retentionItems(
  query: RetentionQuery,
  answer: readonly RetentionRow[],
  links: PeopleLinks | null,
): Generator<RetentionItem> {
  const total = answer.reduce(
    (sum, { cohorts }) => cohorts.reduce((ofRow, { counts }) => ofRow + counts.length, sum),
    0,
  )
  for (const row of answer)
    for (const [cohort, one] of row.cohorts.entries()) yield toItem(query, { row, one, cohort, total }, links)
}

interface Place {
  readonly row: RetentionRow
  readonly one: Cohort
  readonly cohort: number
  /** Number of values in the answer. */
  readonly total: number
}

function toItem(
  query: RetentionQuery,
  { row, one, cohort, total }: Place,
  links: PeopleLinks | null,
): RetentionItem {
  const { breakdown } = query
  const { date, counts } = one
  const ofCohort = { breakdown_values: `[${cohort}]`, ...rowSelector(breakdown, row) }
  const link = links?.to({ ...ofCohort, selected_interval: counts.length }) ?? ''
  const hasRoom = links?.hasRoomFor(total, link) ?? false
  return {
    label: labelOf(query, { first: cohort, last: cohort }),
    date,
    values: cohortValues(query, one).map(({ count, aggregated, label, base, rate, isWhole }, value) => ({
      count,
      ...(aggregated !== null && { aggregation_value: aggregated }),
      label,
      base,
      rate,
      is_incomplete: !isWhole,
      people: [],
      people_url: hasRoom ? (links?.to({ ...ofCohort, selected_interval: value }) ?? null) : null,
    })),
    people_url: links?.hasRoomFor(1, link) ? links.to(ofCohort) : null,
    ...rowFields(breakdown, row),
  }
}

const rowSelector = (breakdown: Breakdown | null, { row }: RetentionRow) =>
  row === null ? {} : { breakdown_value: toRowSelector(breakdown, row) }

const rowFields = (breakdown: Breakdown | null, { row, words }: RetentionRow) =>
  row === null ? {} : { breakdown_value: toWireValue(breakdown, row), breakdown_values: [...words] }
