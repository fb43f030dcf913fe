import { WholeNumber } from '#contract/paging.ts'
import { Text } from '#query/node.ts'
import { invalid } from '#shared/request-error.ts'
import type { Bucket } from '#sql/time-buckets.ts'

/** The parameters that select a series, by its place in the question. */
export const SERIES_SELECTOR = {
  entity_order: WholeNumber.nullish().describe(
    'The place of the series in the question, from 0. Needed where it has several.',
  ),
} as const

/** @throws RequestError for a place without a series, and for none where there are several. */
export function selectSeries(place: number | null | undefined, count: number): number {
  if ((place === undefined || place === null) && count > 1)
    throw invalid(
      'required',
      `The question has ${count} series: add entity_order, 0 to ${count - 1}.`,
      'entity_order',
    )
  return requireBetween(place ?? 0, { attr: 'entity_order', noun: 'series', least: 0, most: count - 1 })
}

interface Bounds {
  readonly attr: string
  readonly noun: string
  readonly least: number
  readonly most: number
}

/** @throws RequestError for a number that the answer does not have. */
export function requireBetween(place: number, { attr, noun, least, most }: Bounds): number {
  if (place >= least && place <= most) return place
  throw invalid('invalid_choice', `The answer has no ${noun} ${place}: ${attr} is ${least} to ${most}.`, attr)
}

export const Day = Text.describe(
  'An entry of `days` in the answer, such as 2026-11-20 or, by the hour, 2026-11-20 13:00:00.',
)
export const Occurrence = WholeNumber.nullish().describe(
  '2 for the second of two entries of `days` with the same text, as where the clocks are set back. 1 by default.',
)

/** The place of the bucket of a day as the answer writes it. @throws RequestError for one that the range does not have. */
export function selectBucket(
  buckets: readonly Bucket[],
  {
    day,
    occurrence,
    attr,
  }: { readonly day: string; readonly occurrence: number | null | undefined; readonly attr: string },
): number {
  const places = buckets.flatMap((bucket, place) => (bucket.day === day ? [place] : []))
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (places.length === 0)
    throw invalid(
      'invalid_choice',
      `The answer has no day ${JSON.stringify(day)}: its days are ${first?.day} to ${last?.day}.`,
      attr,
    )
  const at = requireBetween(occurrence ?? 1, {
    attr: 'occurrence',
    noun: 'occurrence',
    least: 1,
    most: places.length,
  })
  return places[at - 1] ?? 0
}

/** The selectors of the days of an answer, in order: of equal texts the later ones have their number. */
export function daySelectors<Attr extends string>(
  days: readonly string[],
  attr: Attr,
): Readonly<Record<string, string | number>>[] {
  const seen = new Map<string, number>()
  return days.map((day) => {
    const occurrence = (seen.get(day) ?? 0) + 1
    seen.set(day, occurrence)
    return occurrence === 1 ? { [attr]: day } : { [attr]: day, occurrence }
  })
}
