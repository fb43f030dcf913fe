import { z } from 'zod'
import { knownFields, knownParameters } from './known-parameters.ts'
import { TEXT_LIMITS } from './limits.ts'
import { LIST_OF_ALL } from './list-of-all.ts'
import { pageBody, paging } from './paging.ts'
import { clientText, Format } from './text.ts'
import { UserBody } from './user.ts'

/** The most names of persons in one request. */
const MOST_NAMES = 10_000

export const CohortListQuery = knownParameters({
  ...Format.shape,
  ...paging(),
  ...LIST_OF_ALL,
  search: clientText(400).optional().describe('Part of the name or the description, ignoring case.'),
})

const orEmpty = (maxCharacters: number) =>
  clientText(maxCharacters)
    .nullable()
    .transform((text) => text ?? '')

const written = {
  name: orEmpty(TEXT_LIMITS.name),
  description: orEmpty(4000),
  groups: z
    .array(z.record(z.string(), z.unknown()))
    .max(200)
    .nullable()
    .transform((groups) => groups ?? [])
    .describe(
      'The older form of a definition: a person is a member if any of the groups holds. A group is `{properties: [...]}`, or `{event_id, days, count, count_operator}`.',
    ),
  filters: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'The definition: `{properties: {type, values}}` with conditions of type `person`, `cohort` or `behavioral`. See docs/semantics/cohorts.md.',
    ),
  is_static: z
    .boolean()
    .describe('Whether the members are added one by one. It cannot be changed afterwards.'),
  csv: z
    .string()
    .describe(
      'The text of a CSV file with the persons to add to a static cohort. It has a column `distinct_id`, `person_id`, `uuid` or `id`, or a single column of distinct ids. Cells are separated by commas, semicolons or tabs. The file can also be sent as `csv` of a multipart form, or as the whole body with the type text/csv.',
    ),
  query: z
    .union(
      [z.null(), clientText(16_384), z.looseObject({ source: z.unknown() })],
      'Expected the address of people in an answer, or {"source": <a query node>} with the parameters of persons/<kind>/.',
    )
    .describe(
      'The people behind a number, to add to a static cohort. Send an address from an answer (`persons_urls`, `converted_people_url`), or `{kind?, source, ...}` with a query node as `source` and the parameters of `persons/<kind>/` that select the number. All of the people are added, whichever page the address names. Also needs the scope `insight:read`.',
    ),
}
const partial = z.object(written).partial().shape
/** Fields that only the server sets. They are accepted because clients send back whole bodies. */
const READ_ONLY = [
  'id',
  'count',
  'is_calculating',
  'last_calculation',
  'last_backfill_person_properties_at',
  'errors_calculating',
  'last_error_at',
  'last_error_message',
  'created_at',
  'created_by',
  'added',
  'experiment_set',
  'cohort_type',
  'condition_type',
  'version',
  'pending_version',
  'team_id',
  '_create_in_folder',
]
export const CohortCreate = knownFields(
  { ...partial, deleted: z.literal(false, 'A new cohort is not deleted.').optional() },
  READ_ONLY,
).meta({ id: 'CohortCreate' })
export const CohortChange = knownFields(
  {
    ...partial,
    deleted: z.boolean().describe('True deletes the cohort, false restores it.').optional(),
  },
  READ_ONLY,
).meta({ id: 'CohortChange' })
export type CohortWrite = z.output<typeof CohortChange>

export const CohortPreview = knownFields(
  { groups: partial.groups, filters: partial.filters },
  READ_ONLY,
).meta({
  id: 'CohortPreview',
})

const names = (what: string) =>
  z
    .array(clientText(1_000))
    .max(MOST_NAMES, `At most ${MOST_NAMES} in one request.`)
    .optional()
    .describe(what)
export const CohortAddition = knownFields(
  {
    distinct_ids: names('Distinct ids of persons.'),
    person_ids: names('The uuids of persons.'),
  },
  [],
)
  .refine(({ distinct_ids: ids, person_ids: uuids }) => (ids?.length ?? 0) + (uuids?.length ?? 0) > 0, {
    message: 'Send the distinct_ids or the person_ids of the persons to add.',
    path: ['distinct_ids'],
    params: { code: 'required' },
  })
  .meta({ id: 'CohortAddition' })
export const CohortRemoval = knownFields(
  { person_id: clientText(100).describe('The uuid of a member.') },
  [],
).meta({ id: 'CohortRemoval' })

export const CohortBody = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    groups: z.array(z.unknown()),
    filters: z.record(z.string(), z.unknown()).nullable(),
    is_static: z.boolean(),
    deleted: z.boolean(),
    count: z
      .int()
      .nullable()
      .describe(
        'The number of members at `last_calculation`. A list has the last known number; other responses count now.',
      ),
    is_calculating: z.literal(false).describe('Always false: members are found when they are asked for.'),
    last_calculation: z.string().nullable(),
    errors_calculating: z.int().describe('1 if the members could not be counted now, else 0.'),
    created_at: z.string(),
    created_by: UserBody.nullable(),
    added: z
      .object({
        known: z
          .int()
          .describe('How many names in the request belong to a person. That person is a member now.'),
        unknown_count: z
          .int()
          .describe(
            'How many names belong to no person, for example people behind a number who have no person profile or were deleted.',
          ),
        unknown: z
          .array(z.string())
          .describe('The first 1,000 names that belong to no person. Empty for people behind a number.'),
      })
      .nullable()
      .describe('What became of the persons that this request names; null if it names none.'),
  })
  .meta({ id: 'Cohort' })
export type CohortBody = z.infer<typeof CohortBody>
export const CohortPageBody = pageBody(CohortBody, 'PaginatedCohortList')
