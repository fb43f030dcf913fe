import type { QueryNode } from '#web/api/query-node.ts'

/**
 * The definition of a cohort that has the people behind a number, and also the people who join them later.
 */
export interface FollowingCohort {
  /** The definition in words: "with signed up in the last 30 days". */
  readonly words: string
  readonly filters: Record<string, unknown>
}

/** The fields of a question that do not change who is behind the number of its whole range. */
const HARMLESS = ['kind', 'series', 'dateRange', 'interval', 'compareFilter', 'trendsFilter']
const BACK = /^-(\d+)d$/

/**
 * Returns a cohort of the people behind the number of the whole range of a trend: they had an event in the
 * last days, which a cohort can express. Null for all other numbers, which it cannot express.
 */
export function followingCohort(question: QueryNode, peopleUrl: string): FollowingCohort | null {
  if (!isOfWholeTrend(peopleUrl) || !isPlain(question)) return null
  const [event, days] = [onlyEvent(question), lastDays(question)]
  if (event === null || days === null) return null
  const condition = {
    type: 'behavioral',
    key: event,
    event_type: 'events',
    value: 'performed_event',
    time_value: days,
    time_interval: 'day',
  }
  return {
    words: `with ${event} in the last ${days} ${days === 1 ? 'day' : 'days'}`,
    filters: { properties: { type: 'AND', values: [condition] } },
  }
}

/**
 * Whether an address lists the people of the whole range of the current period, without a value of a
 * breakdown.
 */
function isOfWholeTrend(peopleUrl: string): boolean {
  const { pathname, searchParams } = new URL(peopleUrl, 'http://here')
  if (!/\/persons\/trends\/$/.test(pathname)) return false
  if (['day', 'breakdown_value'].some((name) => searchParams.has(name))) return false
  return (searchParams.get('compare_label') ?? 'current') === 'current'
}

const isPlain = (question: QueryNode): boolean =>
  question.kind === 'TrendsQuery' &&
  Object.entries(question).every(
    ([name, value]) => HARMLESS.includes(name) || value === null || value === undefined || value === false,
  )

/** Returns the event of the only series, if the series counts all of its events; else null. */
function onlyEvent({ series = [] }: QueryNode): string | null {
  const [first, ...others] = series
  if (others.length > 0 || first?.kind !== 'EventsNode') return null
  const { event, math, properties } = first
  const isWhole = properties == null || (Array.isArray(properties) && properties.length === 0)
  return event && isWhole && ['total', 'dau', ''].includes(math || '') ? event : null
}

/** Returns the number of days of a range that ends now; null for any other range. */
function lastDays({ dateRange }: QueryNode): number | null {
  const { date_from, date_to } = dateRange ?? {}
  const days = Number(BACK.exec(date_from ?? '-7d')?.[1])
  return Number.isInteger(days) && !date_to ? days : null
}
