import { and, bound, type Fragment, identifier, sql } from './fragment.ts'

/**
 * The groups of one project as they are now: `FROM` and its first condition. The only place that names the table in a
 * question, so no question can be asked without a project.
 */
export function groupsOf(projectId: number, conditions: readonly Fragment[]): Fragment {
  return sql`FROM ${identifier('groups')} FINAL
WHERE ${and([sql`project_id = ${bound('UInt32', projectId)}`, ...conditions])}`
}
