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

/** A row of the breakdown with its cohorts; the only one, null, without a breakdown. */
export interface DefinedRow {
  readonly row: Row | null
  readonly cohorts: readonly DefinedCohort[]
}

const USUAL_ROWS = 25

/** docs/semantics/retention.md, "Breakdowns". */
export function retentionByDefinition(events: readonly GivenEvent[], asked: GivenRetention): DefinedRow[] {
  const { breakdown } = asked
  if (breakdown === null) return [{ row: null, cohorts: cohortsByDefinition(events, asked, null) }]
  return rowsOf(events, asked, breakdown)
    .map((row) => ({ row, cohorts: cohortsByDefinition(events, asked, row) }))
    .filter((one) => 'cohorts' in breakdown.by || sizeOf(one) > 0)
    .toSorted(
      (a, b) => a.row.rank - b.row.rank || sizeOf(b) - sizeOf(a) || compareTexts(a.row.label, b.row.label),
    )
}

/** The cohorts of all rows, one row after the other. */
export const allCohorts = (events: readonly GivenEvent[], asked: GivenRetention): DefinedCohort[] =>
  retentionByDefinition(events, asked).flatMap(({ cohorts }) => cohorts)

const sizeOf = ({ cohorts }: DefinedRow) => cohorts.reduce((sum, { counts: [size = 0] }) => sum + size, 0)

/** "The largest": a value is as large as the cohorts that its target events make. */
function rowsOf(
  events: readonly GivenEvent[],
  asked: GivenRetention,
  breakdown: NonNullable<GivenRetention['breakdown']>,
): Row[] {
  const keys = intervalKeys(asked)
  const placed = [...eventsByActor(events, asked)].flatMap(([actor, own]) => {
    const deciding = asked.type === 'retention_recurring' ? own : firstTargets(own, asked).slice(0, 1)
    return own
      .filter((event) => counts(asked.target, event, asked))
      .flatMap((event) => {
        const key = keys.find((one) => isIn(one, event, asked))
        return key === undefined
          ? []
          : [{ event, cohort: deciding.includes(event) ? `${key} ${actor}` : null }]
      })
  })
  const cohortOf = new Map(placed.map(({ event, cohort }) => [event, cohort]))
  const targets = [...cohortOf.keys()]
  return breakdownRows(
    breakdown,
    {
      all: targets,
      current: targets,
      sizeOf: (some) => new Set(some.map((event) => cohortOf.get(event)).filter((one) => one !== null)).size,
      timezone: asked.calendar.timezone,
    },
    USUAL_ROWS,
    // Cohorts of an oracle without an interface have no names.
    {
      testAccountFilters: { type: 'AND', values: [] },
      cohortName: (id) => `Cohort ${id}`,
      actionName: String,
    },
  )
}
