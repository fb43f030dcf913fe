import { z } from 'zod'
import { knownFields, knownParameters } from './known-parameters.ts'
import { MAX_GROUP_TYPES } from './limits.ts'
import { pageLimit, valuesPaging } from './paging.ts'
import { clientText, Format } from './text.ts'

const LAST_INDEX = MAX_GROUP_TYPES - 1
const RANGE = `Ensure this value is between 0 and ${LAST_INDEX}.`
const REQUIRED = 'This query parameter is required.'

// An empty text stays text, because `Number('')` would be 0.
const asInteger = (value: unknown) =>
  typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : (value ?? '')

const typeIndex = (whenMissing: string) =>
  z
    .preprocess(
      asInteger,
      z
        .int({ error: ({ input }) => (input === '' ? whenMissing : 'A valid integer is required.') })
        .min(0, RANGE)
        .max(LAST_INDEX, RANGE),
    )
    .describe('The index of a group type, as groups_types lists them.')

const requiredText = z.preprocess(
  (value) => value ?? '',
  z.string().refine((value) => value !== '', REQUIRED),
)
// Forms send an empty parameter for a field without a value.
const optionalText = z
  .string()
  .transform((value) => (value === '' ? undefined : value))
  .optional()

export const GroupListQuery = knownParameters({
  ...Format.shape,
  group_type_index: typeIndex(
    'Send the group_type_index of the groups to list. groups_types lists the indexes.',
  ),
  cursor: optionalText.describe('The cursor in `next` or `previous`.'),
  limit: pageLimit(100).describe('Groups on a page, 100 at most.'),
  search: optionalText.describe('Part of the name (the property `name`) or of the key, ignoring case.'),
  group_key: optionalText.describe('Part of a key, ignoring case.'),
})
export const GroupFindQuery = knownParameters({
  ...Format.shape,
  group_type_index: typeIndex(REQUIRED),
  group_key: requiredText.describe('The key of the group.'),
})
export const GroupValuesQuery = knownParameters({
  ...Format.shape,
  ...valuesPaging(),
  group_type_index: typeIndex(REQUIRED),
  key: requiredText.describe('The name of a property.'),
  value: optionalText.describe('Part of a value, ignoring case.'),
})

export const GroupBody = z
  .object({
    group_type_index: z.int32(),
    group_key: z.string(),
    group_properties: z.unknown(),
    created_at: z.string(),
  })
  .meta({ id: 'Group' })

export const GroupPageBody = z
  .object({
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(GroupBody),
  })
  .meta({ id: 'PaginatedGroupList' })

const Count = z.object({ name: z.string(), count: z.int() })

const Counts = z.array(Count).optional()
/**
 * A Group as the interface documents it. It has the property definitions twice: in `group_properties`, and
 * at the top level under the index of the group type.
 */
export const GroupDefinitionsBody = z
  .object({ ...GroupBody.shape, 0: Counts, 1: Counts, 2: Counts, 3: Counts, 4: Counts })
  .meta({ id: 'GroupPropertyDefinitions' })

/** A Group as the interface documents it, with a plain list of the values in addition. */
export const GroupValuesBody = z
  .object({
    ...GroupBody.shape,
    results: z.array(Count),
    refreshing: z.boolean().describe('Always false: the values are current.'),
    next: z.string().nullable().describe('The address of the next values.'),
  })
  .meta({ id: 'GroupPropertyValues' })

export const GroupTypeBody = z
  .object({
    group_type: z.string(),
    group_type_index: z.int32(),
    name_singular: z.string().nullable(),
    name_plural: z.string().nullable(),
  })
  .meta({ id: 'GroupType' })

/**
 * New display names of group types. The name of a type is accepted and ignored, because clients send back
 * whole bodies.
 */
export const GroupTypesWrite = z
  .array(
    knownFields(
      {
        group_type_index: z.int().min(0, RANGE).max(LAST_INDEX, RANGE),
        name_singular: clientText(400).nullable().optional(),
        name_plural: clientText(400).nullable().optional(),
      },
      ['group_type', 'created_at'],
    ),
  )
  .max(100)
  .meta({ id: 'GroupTypesWrite' })
