import { z } from 'zod'

const Series = z.object({
  label: z.string(),
  data: z.array(z.number()).min(1),
  labels: z.array(z.string()),
})
const Step = z.object({
  name: z.string(),
  custom_name: z.string().nullish(),
  order: z.number(),
  count: z.number(),
  average_conversion_time: z.number().nullish(),
  median_conversion_time: z.number().nullish(),
})
const Trend = z.array(Series).min(1)
const Funnel = z.array(Step).min(1)

export type ShownSeries = z.infer<typeof Series>
export interface ShownStep {
  readonly name: string
  readonly count: number
  /** Of those in the first step and in the step before, 0 to 1; null where nobody was there. */
  readonly ofFirst: number | null
  readonly ofPrevious: number | null
  /** Seconds from the step before. */
  readonly averageSeconds: number | null
  readonly medianSeconds: number | null
}
export type ShownResult =
  | { readonly kind: 'trend'; readonly series: readonly ShownSeries[] }
  | { readonly kind: 'funnel'; readonly steps: readonly ShownStep[] }
  /** It has a result, which this page has no picture of. */
  | { readonly kind: 'other' }
  | { readonly kind: 'none' }

/** What a page can draw of an insight's `results`, told by their form: a saved question may have changed since. */
export function shownResult(results: unknown): ShownResult {
  if (results === null) return { kind: 'none' }
  const trend = Trend.safeParse(results)
  if (trend.success) return { kind: 'trend', series: trend.data }
  const funnel = Funnel.safeParse(results)
  return funnel.success ? { kind: 'funnel', steps: stepsOf(funnel.data) } : { kind: 'other' }
}

function stepsOf(items: z.infer<typeof Funnel>): ShownStep[] {
  const ordered = items.toSorted((a, b) => a.order - b.order)
  return ordered.map((step, i) => ({
    name: step.custom_name || step.name,
    count: step.count,
    ofFirst: share(step.count, ordered[0]?.count),
    ofPrevious: i === 0 ? null : share(step.count, ordered[i - 1]?.count),
    averageSeconds: step.average_conversion_time ?? null,
    medianSeconds: step.median_conversion_time ?? null,
  }))
}

const share = (count: number, of: number | undefined) => (of ? count / of : null)
