import { z } from 'zod'
import { Flag, knownParameters } from './known-parameters.ts'
import { MAX_NAME_CHARACTERS } from './limits.ts'
import { pageBody, paging } from './paging.ts'
import { ProjectPath } from './paths.ts'
import { clientText, Format } from './text.ts'
import { textAs } from './text-as.ts'

export const DefinitionPath = ProjectPath.extend({
  id: clientText(100).toLowerCase().describe('The uuid of the definition.'),
})

const Search = clientText(MAX_NAME_CHARACTERS)
  .transform((search) => search.split(/\s+/).filter((part) => part !== ''))
  .default([])
  .describe('Parts of the name, separated by spaces; the name must contain all of them, ignoring case.')
const ExcludeHidden = Flag.describe('Accepted and ignored: no definition is hidden.')

export const EventDefinitionQuery = knownParameters({
  ...Format.shape,
  ...paging(),
  search: Search,
  ordering: z
    .enum(['name', '-name', 'last_seen_at', '-last_seen_at'])
    .default('name')
    .describe('Sorts by name or by the time of the last event. A leading `-` sorts in descending order.'),
  event_type: z.enum(['all', 'event']).optional().describe('Accepted and ignored: both mean all events.'),
  exclude_hidden: ExcludeHidden,
})

const MAX_NAMES = 1_000
const withoutEmpty = (names: readonly string[]) => names.filter((name) => name !== '')
const commaList = z
  .string()
  .transform((text) => withoutEmpty(text.split(',').map((name) => name.trim())))
  .refine((list) => list.length <= MAX_NAMES, `At most ${MAX_NAMES} names.`)

const JsonNames = textAs(
  (text) => withoutEmpty(z.array(z.string()).max(MAX_NAMES).parse(JSON.parse(text))),
  `Expected a JSON list of at most ${MAX_NAMES} names.`,
)
const orAbsent = <T extends z.ZodType>(list: T) => z.union([z.literal('').transform(() => undefined), list])

const LAST_GROUP_TYPE = 4
export const PropertyDefinitionQuery = knownParameters({
  ...Format.shape,
  ...paging(),
  search: Search,
  type: z
    .enum(['event', 'person', 'group'])
    .default('event')
    .describe('Whether to list properties of events, persons or groups.'),
  group_type_index: z
    .string()
    .regex(/^[0-4]$/, `Must be 0 to ${LAST_GROUP_TYPE}.`)
    .transform(Number)
    .optional()
    .describe('The index of a group type; required for the type group.'),
  event_names: orAbsent(JsonNames)
    .optional()
    .describe('A JSON list of event names. Properties of these events come first.'),
  filter_by_event_names: Flag.describe('Whether only properties of `event_names` are listed.'),
  properties: orAbsent(commaList)
    .optional()
    .describe('Names to list, separated by commas; all others are left out.'),
  excluded_properties: orAbsent(z.union([JsonNames, commaList]))
    .optional()
    .describe('Names to leave out: a JSON list, or separated by commas.'),
  is_numerical: Flag.describe('True lists only numeric properties, false only the others.'),
  is_feature_flag: Flag.describe('True lists only names that begin with `$feature/`, false only the others.'),
  exclude_core_properties: Flag.describe(
    'Whether to leave out names that begin with `$`, which are the properties that SDKs set.',
  ),
  exclude_hidden: ExcludeHidden,
}).superRefine((query, context) => {
  const refuse = (attr: string, message: string) =>
    context.addIssue({ code: 'custom', path: [attr], message })
  if (query.type === 'group' && query.group_type_index === undefined)
    refuse('group_type_index', 'Add group_type_index: the type group needs it.')
  if (query.type !== 'group' && query.group_type_index !== undefined)
    refuse('group_type_index', 'Only the type group has a group_type_index: leave it out.')
  if (query.type !== 'event' && query.event_names !== undefined)
    refuse('event_names', 'Only properties of the type event belong to events.')
  if (query.filter_by_event_names === true && query.event_names === undefined)
    refuse('event_names', 'filter_by_event_names needs event_names.')
})

const described = {
  id: z.uuid(),
  name: z.string(),
  description: z.null(),
  tags: z.array(z.string()),
  owner: z.null(),
  verified: z.boolean(),
  hidden: z.boolean(),
  created_at: z.string().describe('When the server first received it.'),
  updated_at: z.string().nullable(),
  updated_by: z.null(),
  last_seen_at: z.string().nullable().describe('The time of the last event with it.'),
  count: z.int().describe('The number of events with it. A few are missing if the server was killed.'),
  query_usage_30_day: z.null().describe('Always null: not counted.'),
}
export const EventDefinitionBody = z
  .object({
    ...described,
    is_action: z.boolean(),
    volume_30_day: z.int().nullable().describe('The exact number of events of the last 30 days.'),
  })
  .meta({ id: 'EventDefinition' })
export const PropertyDefinitionBody = z
  .object({
    ...described,
    type: z.enum(['event', 'person', 'group']),
    group_type_index: z.int().nullable(),
    property_type: z
      .string()
      .nullable()
      .describe(
        '`String`, `Numeric`, `Boolean` or `DateTime`; null for lists and objects; `String` for a property with values of several types.',
      ),
    is_numerical: z.boolean(),
    is_seen_on_filtered_events: z.boolean().nullable().describe('Null without `event_names`.'),
  })
  .meta({ id: 'PropertyDefinition' })

export const EventDefinitionPageBody = pageBody(EventDefinitionBody, 'PaginatedEventDefinitionList')
export const PropertyDefinitionPageBody = pageBody(PropertyDefinitionBody, 'PaginatedPropertyDefinitionList')
