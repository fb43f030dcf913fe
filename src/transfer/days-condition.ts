import { and, bound, type Fragment, join, numeral, or, sql } from '#fragments/fragment.ts'
import { groupBy } from '#shared/group-by.ts'
import type { ProjectDay, RowPart } from './row-table.ts'

/** Returns the condition of the rows of a part. */
export const partCondition = ({ month, days, slice }: RowPart): Fragment =>
  and([
    sql`toYYYYMM(day) = ${numeral(month)}`,
    or(projectsOf(days)),
    ...(slice === null ? [] : [sql`cityHash64(uuid) % ${numeral(slice.count)} = ${numeral(slice.index)}`]),
  ])

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
