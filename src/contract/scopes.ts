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
  'annotation',
  'personal_api_key',
  'user',
  'organization_member',
] as const
/**
 * Objects without a write scope. The one organization of a server cannot be changed, and the server has
 * none of the other objects.
 */
const READ_ONLY = [
  'organization',
  'feature_flag',
  'experiment',
  'survey',
  'session_recording',
  'early_access_feature',
  'webhook',
] as const
type ScopedObject = (typeof OBJECTS)[number]

/** The scopes that a personal API key can have. `X:write` includes `X:read`, and `*` includes every scope. */
export const SCOPES = [
  '*',
  ...OBJECTS.flatMap((object) => [`${object}:read`, `${object}:write`] as const),
  ...READ_ONLY.map((object) => `${object}:read` as const),
] as const satisfies readonly (
  | '*'
  | `${ScopedObject}:${'read' | 'write'}`
  | `${(typeof READ_ONLY)[number]}:read`
)[]
export type Scope = (typeof SCOPES)[number]
