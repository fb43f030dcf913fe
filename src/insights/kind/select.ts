import { z } from 'zod'
import { WholeNumber } from '#contract/paging.ts'
import { Text } from '#query/node.ts'
import type { Series } from '#query/series.ts'
import { isGiven, type JsonObject } from '#shared/json-value.ts'
import { invalid } from '#shared/request-error.ts'
import type { Bucket } from '#sql/time-buckets.ts'

/** The parameters that select a series. */
export const SERIES_SELECTOR = {
  entity_order: WholeNumber.nullish().describe(
    'The index of the series in the question, from 0. Required if the other parameters match several series.',
  ),
  entity_id: z
    .union([Text, z.int()])
    .nullish()
    .describe('The name of the event of the series, or the id of its action.'),
  entity_type: z
    .enum(['events', 'actions', 'groups'])
    .nullish()
    .describe('Whether the series is an event, an action, or a group of them.'),
  entity_math: Text.nullish().describe('The math of the series.'),
} as const

/** The parameter that selects a period of a comparison. */
export const PERIOD_SELECTOR = {
  compare_label: z
    .enum(['current', 'previous'])
    .nullish()
    .describe('`previous` for the earlier period of a comparison.'),
} as const

type SeriesSelectors = z.output<z.ZodObject<typeof SERIES_SELECTOR>>

/**
 * Returns the index of the only series that matches all given parameters.
 * @throws RequestError for an index that the question does not have, and if no series matches, or several
 * do.
 */
export function selectSeries(all: readonly Series[], selectors: SeriesSelectors): number {
  const { entity_order: order, entity_id: id, entity_type: type, entity_math: math } = selectors
  const given: JsonObject = selectors
  const most = all.length - 1
  if (isGiven(order)) requireBetween(Number(order), { attr: 'entity_order', noun: 'series', least: 0, most })
  const found = all.flatMap((series, place) => {
    const { event, actionId } = series
    const typeOf = series.anyOf ? 'groups' : actionId === undefined ? 'events' : 'actions'
    const isSelected =
      (!isGiven(order) || order === place) &&
      (!isGiven(id) || String(id) === String(actionId ?? event)) &&
      (!isGiven(type) || type === typeOf) &&
      (!isGiven(math) || math === series.math)
    return isSelected ? [place] : []
  })
  const [place] = found
  const [attr = 'entity_order'] = Object.keys(SERIES_SELECTOR)
    .filter((name) => isGiven(given[name]))
    .slice(-1)
  if (place === undefined)
    throw invalid('invalid_choice', 'The question has no series with these parameters.', attr)
  if (found.length > 1)
    throw invalid(
      'required',
      `The question has ${found.length} series with these parameters: add entity_order, 0 to ${most}.`,
      'entity_order',
    )
  return place
}

interface Bounds {
  readonly attr: string
  readonly noun: string
  readonly least: number
  readonly most: number
}

/**
 * Returns the index `place` unchanged if the answer has a number with this index.
 * @throws RequestError for an index that the answer does not have.
 */
export function requireBetween(place: number, { attr, noun, least, most }: Bounds): number {
  if (place >= least && place <= most) return place
  throw invalid('invalid_choice', `The answer has no ${noun} ${place}: ${attr} is ${least} to ${most}.`, attr)
}

export const Day = Text.describe(
  'An entry of `days` in the answer, such as 2026-11-20, or 2026-11-20 13:00:00 if the interval is an hour. The form 2026-11-20T13:00:00 and an offset are accepted as well.',
)
export const Occurrence = WholeNumber.nullish().describe(
  '2 selects the second of two entries of `days` with the same text, as on a day when the clocks are set back. 1 by default.',
)

/**
 * Returns the index of the bucket that a day names. The day is written as the answer writes it.
 * @throws RequestError for a day that the range does not have.
 */
export function selectBucket(
  buckets: readonly Bucket[],
  {
    day,
    occurrence,
    attr,
  }: { readonly day: string; readonly occurrence: number | null | undefined; readonly attr: string },
): number {
  const places = placesOf(buckets, day)
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

const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.0+)?)?)?(Z|[+-]\d{2}:\d{2})?$/

/**
 * Returns the indexes of the buckets that a text names. The text is the day of a bucket as the answer
 * writes it, or its start as clients write it. A start with an offset is an instant. If no bucket begins at
 * that instant, the offset is ignored, because some clients write `Z` after a local time.
 */
function placesOf(buckets: readonly Bucket[], text: string): number[] {
  const [, date = text, minute = '00:00', second = '00', offset] = INSTANT.exec(text) ?? []
  const time = `${minute}:${second}`
  const startMs = offset === undefined ? Number.NaN : Date.parse(`${date}T${time}${offset}`)
  const days = [`${date} ${time}`, ...(time === '00:00:00' ? [date] : [])]
  const placesWhere = (isAsked: (bucket: Bucket) => boolean) =>
    buckets.flatMap((bucket, place) => (isAsked(bucket) ? [place] : []))
  const atInstant = placesWhere((bucket) => bucket.startMs === startMs)
  return atInstant.length > 0 ? atInstant : placesWhere(({ day }) => days.includes(day))
}

/**
 * Returns for each day of an answer, in order, the selectors that select it. If several days have the same
 * text, `occurrence` numbers them from the second one on.
 */
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
