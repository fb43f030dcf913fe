import { z } from 'zod'
import { EventBody, Properties } from './event.ts'
import { knownParameters } from './known-parameters.ts'
import { pageBody, paging, wholeNumberOf } from './paging.ts'
import { clientText, Format } from './text.ts'

const person = {
  id: z.string().describe('Equal to `uuid`.'),
  uuid: z.string(),
  name: z
    .string()
    .describe(
      'The first of the properties email, Email, name, Name, username, Username and UserName that has text, else the first distinct id.',
    ),
  properties: Properties,
  created_at: z.string(),
  is_identified: z.boolean(),
}

export const PersonBody = z
  .object({ ...person, distinct_ids: z.array(z.string()).describe('At most 10.') })
  .meta({ id: 'Person' })

export const PersonPageBody = pageBody(PersonBody, 'PaginatedPersonList')

export const CountedPersonsBody = z
  .object({ count: z.int(), results: z.array(PersonBody).describe('The newest 10 at most.') })
  .meta({ id: 'CountedPersons' })

export const PersonDetail = z
  .object({
    ...person,
    distinct_ids: z.array(z.string()).describe('At most 1,000.'),
    distinct_id_count: z.int(),
    events: z
      .array(EventBody)
      .nullable()
      .describe('The last 20 events; null for a key without the scope `query:read`.'),
    events_url: z.string().describe('The address of all events of the person.'),
  })
  .meta({ id: 'PersonDetail' })

export const PersonDeletion = z
  .object({
    deleted_events: z.int().describe('The number of events of the person that were deleted.'),
    events_left: z.int().describe('The number of events of the person that are still stored.'),
    distinct_ids_left: z.int().describe('The number of distinct ids of the person that are still known.'),
    cached_results_left: z
      .int()
      .describe(
        'The number of cached results of the project from before the deletion that are still stored.',
      ),
    samples_left: z
      .int()
      .describe(
        'The number of samples of refused events of the project from before the deletion that are still stored.',
      ),
    is_rewritten: z
      .boolean()
      .describe(
        'Whether the files of the event store have been rewritten without the events. If false, this continues in the background; questions leave out the events already.',
      ),
  })
  .meta({ id: 'PersonDeletion' })

/**
 * The parameters that page persons. Pages need a cursor, because persons that merge or arrive between two
 * pages move all others.
 */
const personPaging = {
  ...paging(),
  cursor: z
    .string()
    .transform((value) => (value === '' ? undefined : value))
    .optional()
    .describe('The cursor in `next` or `previous`.'),
}

/** The query of a list of persons without conditions. */
export const PersonPageQuery = knownParameters({ ...Format.shape, ...personPaging })
export type PersonPageQuery = z.output<typeof PersonPageQuery>

export const PersonListQuery = knownParameters({
  ...Format.shape,
  search: clientText(1_000)
    .default('')
    .describe('Part of a value of a property, ignoring case, or a whole distinct id or uuid.'),
  properties: z.string().optional().describe('Filters on person properties and cohorts as JSON text.'),
  cohort: wholeNumberOf({ least: 1 }).optional().describe('Only members of this cohort.'),
  distinct_id: z.string().optional().describe('Only the person with this distinct id.'),
  email: z.string().optional().describe('Only persons whose property `email` has exactly this value.'),
  ...personPaging,
})
export type PersonListQuery = z.output<typeof PersonListQuery>

export const PersonDeleteQuery = knownParameters({
  ...Format.shape,
  delete_events: z
    .enum(['true', 'false'])
    .default('false')
    .describe(
      'Whether the events of the person are deleted. Otherwise they stay and are counted as before, without a person.',
    ),
})
