import type { CohortBody } from '#contract/cohort.ts'
import { toUserBody } from '#http/access/user-body.ts'
import type { User } from '#metadata/access/user-store.ts'
import type { Cohort } from '#metadata/cohorts/cohort.ts'
import type { AddedPersons } from '#metadata/cohorts/static-members.ts'

export interface CohortNews {
  /** Which persons named by the request are known and were added; null if the request named no persons. */
  readonly added?: AddedPersons | null
  /** Whether counting the members has failed. */
  readonly hasFailed?: boolean
}

export function toCohortBody(
  cohort: Cohort,
  users: ReadonlyMap<number, User>,
  { added = null, hasFailed = false }: CohortNews = {},
): CohortBody {
  const creator = users.get(cohort.createdBy)
  return {
    id: cohort.id,
    name: cohort.name,
    description: cohort.description,
    groups: [...cohort.groups],
    filters: cohort.filters as CohortBody['filters'],
    is_static: cohort.isStatic,
    deleted: cohort.deleted,
    count: cohort.count,
    is_calculating: false,
    last_calculation: cohort.countedAt,
    errors_calculating: Number(hasFailed),
    created_at: cohort.createdAt,
    created_by: creator === undefined ? null : toUserBody(creator),
    added: added && {
      known: added.known,
      unknown_count: added.unknownCount,
      unknown: [...added.unknown],
    },
  }
}
