import { z } from 'zod'
import { knownFields, knownParameters } from './known-parameters.ts'
import { TEXT_LIMITS } from './limits.ts'
import { LIST_OF_ALL } from './list-of-all.ts'
import { pageBody, paging } from './paging.ts'
import { clientText, Format, Tags } from './text.ts'
import { UserBody } from './user.ts'

const MAX_STEPS = 50
const Part = clientText(2_048).nullish()
const Matching = z.enum(['contains', 'regex', 'exact']).nullish()

/**
 * Fields that clients send with a step and that this server ignores. They come from the bodies of other
 * servers, which clients send back whole.
 */
const STEP_EXTRAS = ['id', 'action_id', 'name', 'isNew', 'selector_regex', 'created_at']

/** One way to match an event. An event matches if it meets every condition that is given. */
export const ActionStep = knownFields(
  {
    event: clientText(200).nullish().describe('The name of the event. Null or empty means every event.'),
    url: Part.describe('Compared with `$current_url`.'),
    url_matching: Matching.describe('`contains` by default: it ignores case, and `%` and `_` are wildcards.'),
    text: Part.describe('The text of the clicked element or of an element around it.'),
    text_matching: Matching.describe('`exact` by default.'),
    href: Part.describe('The link of the clicked element or of an element around it.'),
    href_matching: Matching.describe('`exact` by default.'),
    tag_name: Part.describe('The tag of the clicked element or of an element around it.'),
    selector: Part.describe('A CSS selector of the clicked element or of an element around it.'),
    properties: z.unknown().optional().describe('Filters in any form that questions have.'),
  },
  STEP_EXTRAS,
).meta({ id: 'ActionStep' })
export type ActionStep = z.output<typeof ActionStep>

const written = {
  name: clientText(TEXT_LIMITS.name).min(1, { error: 'This field may not be blank.' }),
  description: clientText(4000)
    .nullable()
    .transform((text) => text ?? ''),
  tags: Tags,
  steps: z
    .array(ActionStep)
    .max(MAX_STEPS, `At most ${MAX_STEPS} steps.`)
    .nullable()
    .transform((steps) => steps ?? [])
    .describe('An event matches if any step matches it. Without steps, no event matches.'),
  post_to_slack: z
    .literal(false, 'Actions are not posted to Slack by this server: leave the field out, or send false.')
    .nullable(),
  slack_message_format: clientText(1_200)
    .nullable()
    .transform((text) => text ?? '')
    .describe('Stored and returned. The server does not use it.'),
  pinned_at: z.iso.datetime({ offset: true }).nullable(),
  deleted: z.boolean().describe('True deletes the action, false restores it.'),
}
/** Fields that only the server sets. They are accepted because clients send back whole bodies. */
const READ_ONLY = [
  'id',
  'created_at',
  'created_by',
  'is_calculating',
  'last_calculated_at',
  'team_id',
  'is_action',
  'bytecode_error',
  'creation_context',
  'user_access_level',
  '_create_in_folder',
]
const optional = z.object(written).partial().shape

export const ActionCreate = knownFields({ ...optional, name: written.name }, READ_ONLY).meta({
  id: 'ActionCreate',
})
export const ActionChange = knownFields(optional, READ_ONLY).meta({ id: 'ActionChange' })
export type ActionChange = z.output<typeof ActionChange>

export const ActionListQuery = knownParameters({
  ...Format.shape,
  ...paging(),
  ...LIST_OF_ALL,
  search: clientText(400).optional().describe('Part of the name, the description or a tag, ignoring case.'),
})

export const ActionBody = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    post_to_slack: z.literal(false),
    slack_message_format: z.string(),
    steps: z.array(z.looseObject({ event: z.string().nullable() })),
    created_at: z.string(),
    created_by: UserBody.nullable(),
    deleted: z.boolean(),
    is_calculating: z.literal(false),
    last_calculated_at: z
      .string()
      .describe('The time of the last change. An action is computed when it is asked for.'),
    team_id: z.int(),
    is_action: z.literal(true),
    bytecode_error: z.null(),
    pinned_at: z.string().nullable(),
  })
  .meta({ id: 'Action' })
export type ActionBody = z.infer<typeof ActionBody>

export const ActionPageBody = pageBody(ActionBody, 'PaginatedActionList')
