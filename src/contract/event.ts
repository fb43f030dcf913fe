import { z } from 'zod'
import { knownParameters } from './known-parameters.ts'
import { paging } from './paging.ts'
import { Format } from './text.ts'

/** Properties as the client sent them, with any names and any values. */
export const Properties = z.unknown().meta({ type: 'object' })

const EventPerson = z.object({
  is_identified: z.boolean(),
  distinct_ids: z.array(z.string()).describe('At most 10.'),
  properties: Properties.nullable().describe(
    'Null if the properties have more than 16 KiB; `persons/` returns them.',
  ),
})

export const EventBody = z
  .object({
    id: z.string().describe('The uuid of the event.'),
    distinct_id: z.string(),
    properties: Properties,
    event: z.string(),
    timestamp: z.string(),
    person: EventPerson.nullable().describe(
      'The person of the event, as it is now. Null for a distinct id without a person.',
    ),
    elements: z.array(z.unknown()).describe('Always empty: see `elements_chain`.'),
    elements_chain: z.string(),
  })
  .meta({ id: 'Event' })
export type EventBody = z.infer<typeof EventBody>

export const EventPageBody = z
  .object({
    next: z
      .string()
      .nullable()
      .describe(
        'The address of the page of earlier events. Follow it unchanged: `before` alone repeats events of the same millisecond.',
      ),
    results: z.array(EventBody),
  })
  .meta({ id: 'PaginatedEventList' })

const MAX_PAGE = 10_000
const NewestFirst = z
  .enum(['', '-timestamp', '["-timestamp"]'], 'Events are listed newest first: send ["-timestamp"].')
  .optional()
  .describe('Accepted and ignored: there is no other order.')
export const EventListQuery = knownParameters({
  ...Format.shape,
  after: z.string().optional().describe('Events of this instant or later.'),
  before: z.string().optional().describe('Events earlier than this instant.'),
  event: z.string().optional().describe('The name of an event.'),
  person_id: z
    .guid()
    .toLowerCase()
    .or(z.literal(''))
    .optional()
    .describe('The uuid of a person. Lists the events of all its distinct ids.'),
  distinct_id: z.string().optional().describe('Only events of this distinct id.'),
  properties: z.string().optional().describe('Property filters as JSON text.'),
  order: NewestFirst,
  orderBy: NewestFirst,
  ...paging(MAX_PAGE),
  cursor: z.string().optional().describe('A position in the list, from `next`.'),
})
export type EventListQuery = z.output<typeof EventListQuery>
