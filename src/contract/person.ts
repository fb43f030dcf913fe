import { z } from 'zod'
import { EventBody, Properties } from './event.ts'
import { pageBody } from './paging.ts'

const person = {
  id: z.string().describe('The same as `uuid`.'),
  uuid: z.string(),
  name: z
    .string()
    .describe(
      'The first of its properties email, Email, name, Name, username, Username and UserName that has a text, else its first distinct id.',
    ),
  properties: Properties,
  created_at: z.string(),
  is_identified: z.boolean(),
}

export const PersonBody = z
  .object({ ...person, distinct_ids: z.array(z.string()).describe('At most 10.') })
  .meta({ id: 'Person' })

export const PersonPage = pageBody(PersonBody, 'PaginatedPersonList')

export const PersonDetail = z
  .object({
    ...person,
    distinct_ids: z.array(z.string()).describe('At most 1,000.'),
    distinct_id_count: z.int(),
    events: z
      .array(EventBody)
      .nullable()
      .describe('Its last 20; null for a key without the scope `query:read`, which reads events.'),
    events_url: z.string().describe('All of its events.'),
  })
  .meta({ id: 'PersonDetail' })

export const PersonDeletion = z
  .object({
    deleted_events: z.int().describe('How many of its events were deleted.'),
    events_left: z.int().describe('How many of its events are still stored.'),
    distinct_ids_left: z.int().describe('How many of its distinct ids are still known.'),
  })
  .meta({ id: 'PersonDeletion' })
