import { z } from 'zod'
import { knownFields } from './known-parameters.ts'
import { TEXT_LIMITS } from './limits.ts'
import { SCOPES } from './scopes.ts'
import { clientText } from './text.ts'

const fields = {
  label: clientText(TEXT_LIMITS.keyLabel).min(1),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .overwrite((scopes) => [...new Set(scopes)]),
  scoped_teams: z
    .array(z.int())
    .max(1_000)
    .nullable()
    .describe('The projects that the key can access; null or empty for all projects of its creator.'),
}
const Organizations = z
  .array(z.never('A server has one organization: limit the key to projects in scoped_teams.'))
  .nullish()
  .describe('Must be empty: a key is limited to projects.')
/** Fields that only the server sets. They are accepted because clients send back whole bodies. */
const READ_ONLY = [
  'id',
  'mask_value',
  'user',
  'user_id',
  'created_at',
  'last_used_at',
  'last_rolled_at',
  'value',
]

export const ApiKeyCreate = knownFields(
  { ...fields, scoped_teams: fields.scoped_teams.optional(), scoped_organizations: Organizations },
  READ_ONLY,
).meta({ id: 'PersonalApiKeyCreate' })
export const ApiKeyChange = knownFields(
  { ...z.object(fields).partial().shape, scoped_organizations: Organizations },
  READ_ONLY,
).meta({ id: 'PersonalApiKeyChange' })

export const ApiKeyBody = z
  .object({
    id: z.int(),
    label: z.string(),
    mask_value: z.string(),
    scopes: z.array(z.string()),
    scoped_teams: z.array(z.int()).describe('Empty if the key can access all projects of its user.'),
    scoped_organizations: z.array(z.string()).describe('Always empty: a server has one organization.'),
    user: z.int().describe('The id of the user that the key belongs to.'),
    created_at: z.string(),
    last_used_at: z.string().nullable().describe('When the key was last used, to the hour.'),
    last_rolled_at: z.string().nullable().describe('When its value was last replaced.'),
    value: z.string().nullable().describe('The key itself, only in the response that creates or rolls it.'),
  })
  .meta({ id: 'PersonalApiKey' })
