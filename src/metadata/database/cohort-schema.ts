import type { Generated } from 'kysely'

/** The tables of cohorts. Kinds of columns are described at `MetadataSchema`. */
export interface CohortSchema {
  cohort: {
    id: Generated<number>
    project_id: number
    name: string
    description: string
    /**
     * JSON of the definition in its older form, a list. The list is empty if the cohort has the newer form
     * or is static.
     */
    groups: string
    /** JSON of the definition in its newer form, or null. */
    filters: string | null
    is_static: number
    deleted: number
    created_at: string
    created_by: number
    /** Name and description, in the form of `insight.search_text`. */
    search_text: string
    /** The number of members at the last count, and the time of that count; null before the first count. */
    person_count: number | null
    counted_at: string | null
  }
  /**
   * Distinct ids of the persons that were added to a static cohort, by their numbers. A number never
   * changes, so a person stays a member after a merge. A removed member keeps its row, which the event store
   * mirrors by `version`.
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
