import { z } from 'zod'
import type { PeopleLinks } from '#insights/people/people-links.ts'
import type { RetentionQuery } from './query.ts'
import type { Cohort } from './shape.ts'

const Value = z.object({
  count: z
    .int()
    .describe('Value 0 is the size of the cohort, value k those who came back k intervals later.'),
  label: z.string().describe('`Day 0`, `Day 1`, …'),
  base: z.int().describe('The size of the cohort, or with `retention_reference: previous` the value before.'),
  rate: z.number().nullable().describe('`count` as a share of `base`. Null of nothing.'),
  is_incomplete: z.boolean().describe('Whether the interval is not over yet, or cut by an explicit end.'),
  people: z.array(z.never()).describe('Always empty.'),
  people_url: z
    .string()
    .nullable()
    .describe('The people of `count`. Null in an answer with some 7,000 values and more.'),
})

/** The cohort of one interval. */
export const RetentionItem = z.object({
  label: z.string().describe('`Day 0`, `Day 1`, …'),
  date: z.string().describe('The start of the interval.'),
  values: z.array(Value),
  people_url: z
    .string()
    .nullable()
    .describe('The people of the cohort, to which `selected_interval` is added for another value.'),
})
export type RetentionItem = z.infer<typeof RetentionItem>

export function retentionItems(
  { interval, reference }: RetentionQuery,
  answer: readonly Cohort[],
  links: PeopleLinks | null,
): RetentionItem[] {
  const total = answer.reduce((sum, { counts }) => sum + counts.length, 0)
  const labelOf = (place: number) => `${interval[0]?.toUpperCase()}${interval.slice(1)} ${place}`
  return answer.map(({ date, counts, areWhole }, cohort) => {
    const ofCohort = { breakdown_values: `[${cohort}]` }
    const link = links?.to({ ...ofCohort, selected_interval: counts.length }) ?? ''
    const hasRoom = links?.hasRoomFor(total, link) ?? false
    return {
      label: labelOf(cohort),
      date,
      values: counts.map((count, value) => {
        const base = counts[reference === 'total' || value === 0 ? 0 : value - 1] ?? 0
        return {
          count,
          label: labelOf(value),
          base,
          rate: base === 0 ? null : count / base,
          is_incomplete: !areWhole[value],
          people: [],
          people_url: hasRoom ? (links?.to({ ...ofCohort, selected_interval: value }) ?? null) : null,
        }
      }),
      people_url: links?.hasRoomFor(1, link) ? links.to(ofCohort) : null,
    }
  })
}
