import type { Generated } from 'kysely'

/** The tables of cohorts. Column kinds as in `MetadataSchema`. */
export interface CohortSchema {
  cohort: {
    id: Generated<number>
    project_id: number
    name: string
    description: string
    /** JSON of the definition in its older form, a list; empty where it has the newer one, or is static. */
    groups: string
    /** JSON of the definition in its newer form, or null. */
    filters: string | null
    is_static: number
    deleted: number
    created_at: string
    created_by: number
    /** Name and description, as `insight.search_text`. */
    search_text: string
    /** How many members were counted last, and when; null before the first count. */
    person_count: number | null
    counted_at: string | null
  }
  /**
   * Distinct ids of the persons that were added to a static cohort: by number, which never changes, so that a merge takes the
   * member along. A removed one keeps its row, which the event store mirrors by `version`.
   */
  cohort_person: {
    id: Generated<number>
    project_id: number
    cohort_id: number
    number: number
    is_member: number
    version: number
  }
}
