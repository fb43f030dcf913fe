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
type ScopedObject = (typeof OBJECTS)[number]

/** The scopes that a personal API key can have. `X:write` includes `X:read`, `*` includes every scope. */
export const SCOPES = [
  '*',
  ...OBJECTS.flatMap((object) => [`${object}:read`, `${object}:write`] as const),
  // The one organization of a server cannot be changed.
  'organization:read',
] as const satisfies readonly ('*' | 'organization:read' | `${ScopedObject}:${'read' | 'write'}`)[]
export type Scope = (typeof SCOPES)[number]
