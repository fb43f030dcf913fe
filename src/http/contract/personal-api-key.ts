import { z } from 'zod'
import type { ApiKey } from '../../metadata/api-key-store.ts'
import { clientText } from './text.ts'

const OBJECTS = [
  'insight',
  'project',
  'sharing_configuration',
  'activity_log',
  'group',
  'person',
  'query',
  'event_definition',
  'property_definition',
  'action',
  'cohort',
  'dashboard',
  'personal_api_key',
] as const
export const SCOPES = ['*', ...OBJECTS.flatMap((object) => [`${object}:read`, `${object}:write`])]

export const ApiKeyCreate = z
  .object({
    label: clientText(200).min(1),
    scopes: z.array(z.enum(SCOPES)).min(1),
    scoped_teams: z
      .array(z.int())
      .nullish()
      .describe('The only projects the key opens; absent or empty for all.'),
  })
  .meta({ id: 'PersonalApiKeyCreate' })

export const ApiKeyBody = z
  .object({
    id: z.int(),
    label: z.string(),
    mask_value: z.string(),
    scopes: z.array(z.string()),
    scoped_teams: z.array(z.int()).nullable(),
    created_at: z.string(),
    value: z.string().nullable().describe('The key itself, shown once, when it is created.'),
  })
  .meta({ id: 'PersonalApiKey' })

export const toApiKeyBody = (key: ApiKey, value: string | null): z.infer<typeof ApiKeyBody> => ({
  id: key.id,
  label: key.label,
  mask_value: key.mask,
  scopes: [...key.scopes],
  scoped_teams: key.projectIds === null ? null : [...key.projectIds],
  created_at: key.createdAt,
  value,
})
