import type { ActionStep } from '#contract/action.ts'
import type { Cohort } from '#metadata/cohorts/cohort.ts'
import { type Fields, FLAG, json, loggedValues, plain, type ValuesOf } from '#metadata/fields.ts'
import type { FieldChange } from '#metadata/insights/activity-store.ts'
import { fieldChanges } from '#metadata/insights/field-changes.ts'

const LOGGED = { isLogged: true, isCopied: true }
const UNLOGGED = { isLogged: false, isCopied: true }

/** The fields of an action that are in its row and that clients write. */
export const ACTION_FIELDS = {
  name: { column: 'name', ...plain(''), ...LOGGED },
  description: { column: 'description', ...plain(''), ...LOGGED },
  /** The steps as the client sent them, after they were checked. */
  steps: { column: 'steps', ...json<readonly ActionStep[]>([]), ...LOGGED },
  slackMessageFormat: { column: 'slack_message_format', ...plain(''), ...UNLOGGED },
  pinnedAt: { column: 'pinned_at', ...plain<string | null>(null), ...UNLOGGED },
  deleted: { column: 'deleted', ...FLAG, ...LOGGED },
} as const satisfies Fields

/** The fields of an action that clients write. */
export interface ActionFields extends ValuesOf<typeof ACTION_FIELDS> {
  readonly tags: readonly string[]
}
/** A stored action. */
export interface Action extends ActionFields {
  readonly id: number
  readonly projectId: number
  readonly createdAt: string
  readonly createdBy: number
  readonly updatedAt: string
}

/** The fields of an action that questions read. */
export type DefinedAction = Pick<Action, 'id' | 'name' | 'steps'>

/**
 * Checks that an action meets the requirements of the cohorts that name it. The store does not know these
 * requirements, so they are passed in. Each of the two checks throws a `RequestError` if a requirement is
 * not met.
 */
export interface ActionRules {
  /**
   * `cohorts` and `actions` are the cohorts and actions of the project that are not deleted. `actions`
   * includes the checked action.
   */
  checkWritten(action: DefinedAction, cohorts: readonly Cohort[], actions: readonly DefinedAction[]): void
  checkDeleted(action: DefinedAction, cohorts: readonly Cohort[]): void
}

/** Returns the logged fields that differ, each with its value before and after. */
export const actionChanges = (before: Action, after: Action): FieldChange[] =>
  fieldChanges('Action', logged(before), logged(after))

const logged = (action: Action) => ({ ...loggedValues(ACTION_FIELDS, action), tags: action.tags })
