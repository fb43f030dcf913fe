import { z } from 'zod'
import { Properties } from './event.ts'
import { WholeNumber } from './paging.ts'
import { clientText } from './text.ts'
import { WARNINGS } from './warning.ts'

/**
 * The latest instant at which a number can have been computed. The calendar of the question is made from
 * this instant, so it must be one that can be stored.
 */
const LATEST = '2149-01-01T00:00:00Z'
const Instant = z.iso
  .datetime({ offset: true, error: 'Expected an instant, such as 2026-11-20T12:00:00Z.' })
  .transform((text) => Date.parse(text))
  .pipe(z.number().min(0, 'Before 1970.').max(Date.parse(LATEST), `After ${LATEST}.`))

const MOST_ON_PAGE = 1_000
const Limit = WholeNumber.pipe(
  z.number().min(1, 'Ensure this value is greater than or equal to 1.'),
).transform((limit) => Math.min(limit, MOST_ON_PAGE))

/** The most actors that a page may skip. The limit exists because the engine sorts all skipped actors. */
const MOST_SKIPPED = 1_000_000
const Offset = WholeNumber.pipe(
  z
    .number()
    .min(0, 'Ensure this value is greater than or equal to 0.')
    .max(MOST_SKIPPED, `Ensure this value is less than or equal to ${MOST_SKIPPED}, or follow \`next\`.`),
)

/** The parameters of a list of people, in addition to the parameters of the question and of the number. */
export const PeopleParameters = {
  query: z
    .unknown()
    .optional()
    .describe('The question as a query node, or its JSON text, in place of flat parameters.'),
  question: clientText(100_000)
    .optional()
    .describe('The question in the form that the links of an answer have.'),
  as_of: Instant.nullish().describe(
    'The instant at which the number was computed. Relative dates are relative to it. Now by default.',
  ),
  search: clientText(1_000)
    .nullish()
    .describe(
      'Lists only matching people, ignoring case. For persons: part of a property value, or a whole distinct id or uuid. For groups: part of the name or key. For sessions: part of the id.',
    ),
  limit: Limit.nullish().describe('People on a page: 100 by default, 1,000 at most.'),
  offset: Offset.nullish().describe(
    'People to skip. Prefer the cursor in `next`: with it, nobody is missed if people are added meanwhile.',
  ),
  cursor: clientText(10_000).nullish().describe('The cursor in `next`.'),
} as const

/** Fields that an actor has if it is behind a number of a retention. */
const APPEARANCES = {
  appearances: z
    .array(z.int())
    .describe('In a retention: for each value of the cohort, 1 if the value counts the actor, else 0.'),
  appearance_count: z.int().describe('In a retention: the sum of `appearances`.'),
}

/** Fields that an actor has if it is behind a number of a funnel. */
const OF_FUNNEL = {
  explain_url: z
    .string()
    .nullable()
    .describe(
      'In a funnel, and in the funnel of a correlation: the address that explains which steps the actor reached, and why. Null if the question is too long for an address.',
    ),
  matched_events: z
    .array(z.object({ step: z.int(), event: z.string(), uuid: z.string(), timestamp: z.string() }))
    .describe(
      'In a funnel with `include_matched_events`: the events of the run that counts for the actor, with their steps from 1.',
    ),
}

const actor = {
  matched_recordings: z.array(z.never()).describe('Always empty.'),
  value_at_data_point: z.null(),
  appearances: APPEARANCES.appearances.optional(),
  appearance_count: APPEARANCES.appearance_count.optional(),
  explain_url: OF_FUNNEL.explain_url.optional(),
  matched_events: OF_FUNNEL.matched_events.optional(),
}

export const PersonActor = z
  .object({
    type: z.literal('person'),
    id: z.string().describe('Equal to `uuid`.'),
    uuid: z.string(),
    name: z.string(),
    distinct_ids: z.array(z.string()).describe('At most 10.'),
    properties: Properties,
    created_at: z.string().nullable(),
    is_identified: z.boolean(),
    has_profile: z
      .boolean()
      .describe('False for distinct ids whose events have no person profile. `persons/` does not list them.'),
    ...actor,
  })
  .meta({ id: 'PersonActor' })
export const GroupActor = z
  .object({
    type: z.literal('group'),
    id: z.string().describe('Equal to `group_key`.'),
    group_key: z.string(),
    group_type_index: z.int(),
    properties: Properties,
    created_at: z.string().nullable(),
    ...actor,
  })
  .meta({ id: 'GroupActor' })
export const SessionActor = z
  .object({
    type: z.literal('session'),
    id: z.string().describe('The `$session_id` of its events.'),
    ...actor,
  })
  .meta({ id: 'SessionActor' })
/**
 * Returns the schema of an actor with or without appearances. The columns of a table of actors follow from
 * the schema.
 */
export const withAppearances = (schema: z.ZodObject, hasAppearances: boolean): z.ZodObject => {
  const alike = schema.omit({ explain_url: true, matched_events: true })
  return hasAppearances
    ? alike.extend(APPEARANCES)
    : alike.omit({ appearances: true, appearance_count: true })
}

const Actor = z.discriminatedUnion('type', [PersonActor, GroupActor, SessionActor])
export type ActorBody = z.infer<typeof Actor>

export const PeopleBody = z
  .object({
    results: z
      .array(
        z.object({
          people: z.array(Actor),
          count: z.int().describe('The number of people on this page, including missing persons.'),
        }),
      )
      .describe('A list with one item.'),
    next: z.string().nullable(),
    initial: z.string().describe('The address of the first page.'),
    total_count: z.int().describe('The number of all people behind the number who match the search.'),
    missing_persons: z
      .int()
      .describe(
        'How many persons of this page were deleted without their events. Nothing else is known about them.',
      ),
    is_cached: z.literal(false),
    last_refresh: z.string(),
    ...WARNINGS,
  })
  .meta({ id: 'People' })
