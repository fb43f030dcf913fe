import type { QueryNode } from '#web/api/query-node.ts'

/**
 * The definition of a cohort that has the people behind a number, and also everybody who fulfils the
 * definition later.
 */
export interface FollowingCohort {
  /** The definition in words, after "everybody": "with signed up in the last 30 days". */
  readonly words: string
  readonly filters: Record<string, unknown>
}

/** The fields of a question that have no effect on who is behind the number of the whole range. */
const HARMLESS = ['kind', 'series', 'dateRange', 'interval', 'compareFilter', 'trendsFilter']
const BACK = /^-(\d+)d$/

/**
 * Returns the definition of a cohort with the people behind the number of the whole range of a trend:
 * everybody who had an event in the last days. Null for all other numbers, because a cohort cannot express
 * them.
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
 * Whether an address lists the people of the whole range: of the current period, and not of one value of a
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

/**
 * Returns the event of a question with a single series that has no filters and counts all events or their
 * actors; null for any other question.
 */
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
