import type { ActionBody } from '#contract/action.ts'
import { toUserBody } from '#http/access/user-body.ts'
import type { User } from '#metadata/access/user-store.ts'
import type { Action } from '#metadata/actions/action.ts'

const EMPTY_STEP = {
  event: null,
  properties: null,
  selector: null,
  tag_name: null,
  text: null,
  text_matching: null,
  href: null,
  href_matching: null,
  url: null,
  url_matching: 'contains',
}

/**
 * Returns the body of an action. If the client did not send a field of a step, the field has its empty
 * value. Fields that the client sent are unchanged.
 */
export function toActionBody(action: Action, users: ReadonlyMap<number, User>): ActionBody {
  const creator = users.get(action.createdBy)
  return {
    id: action.id,
    name: action.name,
    description: action.description,
    tags: [...action.tags],
    post_to_slack: false,
    slack_message_format: action.slackMessageFormat,
    steps: action.steps.map((step) => ({ ...EMPTY_STEP, ...step, event: step.event ?? null })),
    created_at: action.createdAt,
    created_by: creator === undefined ? null : toUserBody(creator),
    deleted: action.deleted,
    is_calculating: false,
    last_calculated_at: action.updatedAt,
    team_id: action.projectId,
    is_action: true,
    bytecode_error: null,
    pinned_at: action.pinnedAt,
  }
}
