import { z } from 'zod'
import { shown } from '#contract/nearest-name.ts'
import { INTERVALS } from '#contract/question-names.ts'
import { SHARED_RANGES, type SharedRange } from '#contract/shared-range.ts'
import { type AskedOverride, overridden } from '#http/insights/asked-override.ts'
import { parseSaved } from '#insights/questions/parse-question.ts'
import type { SavedQuestion } from '#insights/questions/saved-question.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import type { SharedPlace } from '#metadata/sharing/sharing-store.ts'
import type { Interval } from '#query/interval.ts'
import { invalid, RequestError } from '#shared/request-error.ts'

/**
 * The dates that a visitor asks for. If both fields are absent, the page shows the dates that the owner
 * chose.
 */
export const SharedDates = z.object({
  date_from: z
    .string()
    .optional()
    .describe(`Another range, if the link allows it: ${SHARED_RANGES.map(wordsOf).join(', ')}.`),
  date_to: z.string().optional().describe('The end of the range, for ranges with an end.'),
})

function wordsOf({ date_from, date_to }: SharedRange): string {
  return date_to === null ? date_from : `${date_from} with ${date_to}`
}

/**
 * Returns the range that a visitor asks for; null if the visitor asks for none, so that the owner's dates
 * are shown.
 * @throws RequestError `permission_denied` if the link does not allow other dates, `invalid` for a range
 * that links do not offer.
 */
export function rangeOf(
  { date_from: from = '', date_to: to = '' }: z.output<typeof SharedDates>,
  { mayChangeDates }: Pick<SharedPlace, 'mayChangeDates'>,
): SharedRange | null {
  if (from === '' && to === '') return null
  if (!mayChangeDates)
    throw new RequestError(
      'forbidden',
      'permission_denied',
      'This link shows the dates that its owner chose. Leave date_from and date_to out.',
    )
  const found = SHARED_RANGES.find((range) => range.date_from === from && (range.date_to ?? '') === to)
  if (found !== undefined) return found
  const asked = to === '' ? shown(from) : `${shown(from)} with ${shown(to)}`
  throw invalid(
    'invalid_choice',
    `Links have no range ${asked}: use ${SHARED_RANGES.map(wordsOf).join(', ')}.`,
    from === '' ? 'date_to' : 'date_from',
  )
}

/** For each range, the shortest interval that divides the range into at most 400 points. */
const SHORTEST: Readonly<Record<SharedRange['date_from'], Interval>> = {
  '-24h': 'hour',
  dStart: 'hour',
  '-1dStart': 'hour',
  '-7d': 'hour',
  mStart: 'day',
  '-1mStart': 'day',
  '-30d': 'day',
  '-90d': 'day',
  '-12m': 'day',
  yStart: 'day',
}

/**
 * Returns the interval to use for a range: the owner's, or the shortest possible one if the owner's would
 * make too many points.
 */
function intervalIn({ date_from }: SharedRange, own: Interval): Interval {
  const shortest = SHORTEST[date_from]
  return INTERVALS.indexOf(own) < INTERVALS.indexOf(shortest) ? shortest : own
}

/**
 * Returns an override of a saved question with the range, and with an interval that does not make too many
 * points.
 */
export function overrideBy(range: SharedRange, insight: SavedQuestion): AskedOverride {
  const { date_from, date_to } = range
  const own = ownInterval(insight)
  return {
    filters: { date_from, date_to, ...(own !== null && { interval: intervalIn(range, own) }) },
    variables: {},
  }
}

export const withRange = (insight: Insight, range: SharedRange): Insight =>
  overridden(insight, overrideBy(range, insight))

/**
 * Returns the interval that the owner chose; a day if the question names none. A kind without intervals
 * gives a day as well, and an override of the interval then has no effect. Null if the question counts its
 * intervals, as a stickiness does: another interval would change the question. Also null if the question
 * cannot be parsed.
 */
function ownInterval({ filters, query }: SavedQuestion): Interval | null {
  try {
    const { query: asked, node } = parseSaved({ filters, query })
    if (asked.kind === 'stickiness') return null
    return INTERVALS.find((one) => one === String(node.interval).toLowerCase()) ?? 'day'
  } catch (error) {
    // An insight whose question this version cannot parse is shown without a result.
    if (error instanceof RequestError) return null
    throw error
  }
}
