import { breakdownRows, compareTexts, type Row } from './breakdown-row-definition.ts'
import type { GivenEvent } from './filter-definition.ts'
import {
  cohortsByDefinition,
  counts,
  type DefinedCohort,
  eventsByActor,
  firstTargets,
  type GivenRetention,
  intervalKeys,
  isIn,
} from './retention-definition.ts'
import { withSums } from './retention-sum-definition.ts'

/** A row of the breakdown with its cohorts. Without a breakdown there is one row, whose `row` is null. */
export interface DefinedRow {
  readonly row: Row | null
  readonly cohorts: readonly DefinedCohort[]
}

const USUAL_ROWS = 25

/** Implements docs/semantics/retention.md, "Breakdowns". */
export function retentionByDefinition(events: readonly GivenEvent[], asked: GivenRetention): DefinedRow[] {
  const { breakdown } = asked
  const cohortsOf = (row: Row | null) => withSums(cohortsByDefinition(events, asked, row), events, asked, row)
  if (breakdown === null) return [{ row: null, cohorts: cohortsOf(null) }]
  return rowsOf(events, asked, breakdown)
    .map((row) => ({ row, cohorts: cohortsOf(row) }))
    .filter((one) => 'cohorts' in breakdown.by || sizeOf(one) > 0)
    .toSorted(
      (a, b) => a.row.rank - b.row.rank || sizeOf(b) - sizeOf(a) || compareTexts(a.row.label, b.row.label),
    )
}

/** Returns the cohorts of all rows, one row after the other. */
export const allCohorts = (events: readonly GivenEvent[], asked: GivenRetention): DefinedCohort[] =>
  retentionByDefinition(events, asked).flatMap(({ cohorts }) => cohorts)

const sizeOf = ({ cohorts }: DefinedRow) => cohorts.reduce((sum, { counts: [size = 0] }) => sum + size, 0)

/**
 * "The largest": returns the rows with the most target events. With a first time, each actor is only in the
 * row of its first target event.
 */
function rowsOf(
  events: readonly GivenEvent[],
  asked: GivenRetention,
  breakdown: NonNullable<GivenRetention['breakdown']>,
): Row[] {
  const keys = intervalKeys(asked)
  const byActor = [...eventsByActor(events, asked)]
  const targets = byActor.flatMap(([, own]) =>
    own.filter((event) => counts(asked.target, event, asked) && keys.some((key) => isIn(key, event, asked))),
  )
  const rows = breakdownRows(
    breakdown,
    {
      all: targets,
      current: targets,
      sizeOf: (some) => some.length,
      timezone: asked.calendar.timezone,
    },
    USUAL_ROWS,
    // Cohorts of this oracle have no names, because they are not created through the interface.
    {
      testAccountFilters: { type: 'AND', values: [] },
      cohortName: (id) => `Cohort ${id}`,
      actionName: String,
    },
  )
  if (asked.type === 'retention_recurring' || 'cohorts' in breakdown.by) return rows
  const placeOf = (event: GivenEvent) => rows.findIndex((row) => row.has(event))
  const firstOf = (own: readonly GivenEvent[]) =>
    firstTargets(own, asked).toSorted((a, b) => rankOf(rows, placeOf(a)) - rankOf(rows, placeOf(b)))[0]
  const firsts = new Set(byActor.map(([, own]) => firstOf(own)))
  return rows.map((row) => ({ ...row, has: (event) => firsts.has(event) && row.has(event) }))
}

/**
 * Sort order for several first events at the same time: the event in the largest row counts. The rows of
 * other values and of missing values come after all others, whether these are shown or not.
 */
const rankOf = (rows: readonly Row[], place: number) =>
  rows[place]?.rank === 0 ? place : rows.length + (rows[place]?.rank === 2 ? 1 : 0)
