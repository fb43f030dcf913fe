import { and, bound, type Fragment, join, numeral, or, sql } from '#fragments/fragment.ts'
import { groupBy } from '#shared/group-by.ts'
import type { ProjectDay } from './row-table.ts'

/** Returns the condition of the rows of these days, all of one month. */
export const daysCondition = (month: number, days: readonly ProjectDay[]): Fragment =>
  and([sql`toYYYYMM(day) = ${numeral(month)}`, or(projectsOf(days))])

const projectsOf = (days: readonly ProjectDay[]): Fragment[] => {
  const byProject = groupBy(
    days,
    ({ projectId }) => projectId,
    ({ day }) => day,
  )
  return [...byProject].map(([projectId, dates]) =>
    and([sql`project_id = ${bound('UInt32', projectId)}`, onDays(dates)]),
  )
}

/** Returns the condition of the rows of these dates. */
export const onDays = (dates: readonly string[]): Fragment =>
  sql`day IN (${join(
    dates.map((date) => sql`${bound('Date', date)}`),
    sql`, `,
  )})`
