import { z } from 'zod'
import { knownParameters } from './known-parameters.ts'
import { paging } from './paging.ts'
import { Format } from './text.ts'

/** Whatever was sent: names and values are the client's. */
export const Properties = z.unknown().meta({ type: 'object' })

const EventPerson = z.object({
  is_identified: z.boolean(),
  distinct_ids: z.array(z.string()).describe('At most 10.'),
  properties: Properties.nullable().describe(
    'Null where as much is known of it that it takes more than 16 KiB: see persons/.',
  ),
})

export const EventBody = z
  .object({
    id: z.string().describe('Its uuid.'),
    distinct_id: z.string(),
    properties: Properties,
    event: z.string(),
    timestamp: z.string(),
    person: EventPerson.nullable().describe('As it is now. Null where the distinct id belongs to nobody.'),
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
        'What happened before these. Follow it as it is: `before` alone repeats events of one millisecond.',
      ),
    results: z.array(EventBody),
  })
  .meta({ id: 'PaginatedEventList' })

const MAX_PAGE = 10_000
const NewestFirst = z
  .enum(['', '-timestamp', '["-timestamp"]'], 'Events are listed newest first: ["-timestamp"].')
  .optional()
  .describe('Accepted; there is no other order.')
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
    .describe('The id of a person: events of all its distinct ids.'),
  distinct_id: z.string().optional().describe('Events of this distinct id alone.'),
  properties: z.string().optional().describe('Property filters as JSON text.'),
  order: NewestFirst,
  orderBy: NewestFirst,
  ...paging(MAX_PAGE),
  cursor: z.string().optional().describe('A place in the list, as `next` holds it.'),
})
export type EventListQuery = z.output<typeof EventListQuery>
