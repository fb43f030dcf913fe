import { z } from 'zod'
import { EventBody, Properties } from './event.ts'
import { knownParameters } from './known-parameters.ts'
import { pageBody, paging } from './paging.ts'
import { clientText, Format } from './text.ts'

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

export const PersonPageBody = pageBody(PersonBody, 'PaginatedPersonList')

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

export const PersonListQuery = knownParameters({
  ...Format.shape,
  search: clientText(1_000)
    .default('')
    .describe('A text in the properties, whatever its case, or the whole of a distinct id or of the id.'),
  properties: z.string().optional().describe('Filters by person properties as JSON text.'),
  distinct_id: z.string().optional().describe('Whoever has this distinct id.'),
  email: z.string().optional().describe('Exactly this property `email`.'),
  ...paging(),
})
export type PersonListQuery = z.output<typeof PersonListQuery>

export const PersonDeleteQuery = knownParameters({
  ...Format.shape,
  delete_events: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Without them they stay and count as before, for a person that nobody is.'),
})
