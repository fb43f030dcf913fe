import type { DefinedAction } from '#metadata/actions/action.ts'
import {
  type Fields,
  FLAG,
  JSON_OR_NULL,
  json,
  loggedValues,
  plain,
  type ValuesOf,
} from '#metadata/fields.ts'
import type { FieldChange } from '#metadata/insights/activity-store.ts'
import { fieldChanges } from '#metadata/insights/field-changes.ts'

const FIELD = { isLogged: true, isCopied: false }

/** The fields of a cohort that clients write. */
export const COHORT_FIELDS = {
  name: { column: 'name', ...plain(''), ...FIELD },
  description: { column: 'description', ...plain(''), ...FIELD },
  groups: { column: 'groups', ...json<readonly unknown[]>([]), ...FIELD },
  filters: { column: 'filters', ...JSON_OR_NULL, ...FIELD },
  isStatic: { column: 'is_static', ...FLAG, ...FIELD },
  deleted: { column: 'deleted', ...FLAG, ...FIELD },
} as const satisfies Fields

export type CohortFields = ValuesOf<typeof COHORT_FIELDS>

/** A stored cohort. */
export interface Cohort extends CohortFields {
  readonly id: number
  readonly projectId: number
  readonly createdAt: string
  readonly createdBy: number
  /** The number of members at the last count, and the time of that count; null before the first count. */
  readonly count: number | null
  readonly countedAt: string | null
}

/** The fields that decide the meaning of a cohort. */
export type WrittenCohort = Pick<Cohort, 'id' | 'name' | 'isStatic' | 'groups' | 'filters'>

/**
 * What definitions of cohorts mean, which the store does not know. Each check throws a `RequestError` if the
 * cohort may not be written or deleted. `others` and `actions` are the cohorts and actions of the project
 * that are not deleted; `others` may include the checked cohort.
 */
export interface CohortRules<Definition> {
  parse(id: number, cohort: Pick<CohortFields, 'isStatic' | 'groups' | 'filters'>): Definition
  /** Returns the ids of the cohorts that a definition names. */
  referencesOf(definition: Definition): readonly number[]
  checkWritten(cohort: WrittenCohort, others: readonly Cohort[], actions: readonly DefinedAction[]): void
  checkDeleted(
    cohort: Cohort,
    others: readonly Cohort[],
    actions: readonly DefinedAction[],
    testAccountFilters: unknown,
  ): void
}

/** Returns the logged fields that differ, each with its value before and after. */
export const cohortChanges = (before: Cohort, after: Cohort): FieldChange[] =>
  fieldChanges('Cohort', loggedValues(COHORT_FIELDS, before), loggedValues(COHORT_FIELDS, after))
