import { bound, type Fragment, sql } from '../src/fragments/fragment.ts'
import type { Executors } from '../src/insights/kind/engine-query.ts'
import { trends } from '../src/insights/kinds/trends/trends.ts'
import { resolvedQuestion, trendQuestion } from '../test/fixtures/questions.ts'
import { type Asked, calendarAt } from './pairs.ts'

const RANGE = { date_from: '-30d' }
const DAY_MS = 86_400_000
const VIEW = { id: '$pageview' }

export interface AskedTrends {
  /** Runs the program's queries of a trend, one after the other. */
  of(parameters: object): Asked
  /** Runs the program's queries of a trend of page views. */
  ofViews(parameters: object, series?: object): Asked
  /**
   * Returns the conditions of a plain statement about page views, from `daysBefore` days before the range.
   */
  views(daysBefore?: number): Fragment
  inRange(daysBefore?: number): Fragment
}

/** Returns trends of 30 days. `events` is how many events of the project have the names in a question. */
export function askedTrends(nowMs: number, events: number): AskedTrends {
  const planOf = (parameters: object) =>
    trends.plan(
      resolvedQuestion(trends, trendQuestion({ ...RANGE, ...parameters }), calendarAt(nowMs), { events }),
    )
  const { period } = planOf({ events: [VIEW] })
  const of = (parameters: object) => {
    const queries = Object.entries(trends.queries(planOf(parameters)))
    return async (executors: Executors) => {
      const results: Record<string, unknown> = {}
      for (const [name, one] of queries)
        results[name] = await one.run(executors, { name: 'bench', projectId: 1 }, results)
    }
  }
  const inRange = (daysBefore = 0) => sql`project_id = 1
  AND day >= ${dayOf(period.fromMs - daysBefore * DAY_MS)}
  AND day <= ${dayOf(period.toMs - 1)}`
  return {
    of,
    ofViews: (parameters, series = {}) => of({ events: [{ ...VIEW, ...series }], ...parameters }),
    inRange,
    views: (daysBefore) => sql`${inRange(daysBefore)}
  AND event = '$pageview'`,
  }
}

const dayOf = (epochMs: number) => sql`${bound('Date', new Date(epochMs).toISOString().slice(0, 10))}`

/** The property `amount` of an event as a number. */
export const AMOUNT = sql`toFloat64OrNull(CAST(properties.amount, 'Nullable(String)'))`
