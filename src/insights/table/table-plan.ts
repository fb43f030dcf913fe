import type { StatementFacts } from '#hogql/select/statement-facts.ts'
import type { Resolved } from '#insights/kind/resolve.ts'
import { matcherOf } from '#query/series.ts'
import { cohortMembers } from '#sql/cohorts.ts'
import type { TableQuery } from './table-query.ts'

export interface TablePlan {
  readonly query: TableQuery
  readonly facts: StatementFacts
}

export function planTable<Query extends TableQuery>(resolved: Resolved<Query>): TablePlan {
  const { query, projectId, hasMerges, definitions, moment, scopeIn, period, filter } = resolved
  const { calendar } = moment
  return {
    query,
    facts: {
      ...{ projectId, hasMerges, calendar, scopeIn },
      membersOf: (id) => cohortMembers(id, { projectId, hasMerges, calendar, definitions }),
      personNumbers: definitions.personNumbers ?? new Map(),
      cohortIds: [...definitions.cohorts.keys()],
      cohorts: definitions.listedCohorts ?? [],
      filters: {
        filter,
        range: period,
        matchers: query.series.map((series) => matcherOf(series, definitions)),
      },
    },
  }
}
