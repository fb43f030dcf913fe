import type { StartWalk } from '#sequences/actor-events.ts'
import { type CountedActors, type CountedIn, countedBy } from './collect-people.ts'
import { startRows, type WalkedRows } from './funnel-walk.ts'

export interface PeopleJob extends CountedIn {
  readonly counted: CountedActors
  /** Null without a breakdown, and for all rows together. */
  readonly rows: WalkedRows | null
  /** The text of the row; null is the row of all further values. */
  readonly row: string | null
}

/** The numbers of the actors behind one number of a funnel. */
export const peopleWalk: StartWalk<PeopleJob, (number | bigint)[]> = (job) => {
  const isCounted = countedBy(job.counted, job)
  const rows = job.rows === null ? null : startRows(job.rows, job.rule)
  const found: (number | bigint)[] = []
  return {
    actor(actor, events, from, to, values) {
      if (rows === null) {
        if (isCounted(0, events, from, to)) found.push(actor)
        return
      }
      rows.each(events, from, to, values, (row, ...funnel) => {
        if (rows.numbers.texts()[row] === job.row && isCounted(row, ...funnel)) found.push(actor)
      })
    },
    result: () => found,
  }
}
