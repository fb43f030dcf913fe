import { ROLES, type Role } from '#contract/roles.ts'

/** Everybody may do these with what is their own. */
const OWN_OBJECTS = ['personal_api_key', 'user']
const ADMIN_OBJECTS = ['project', 'organization_member']

/** The least role that may use a scope in a project; null for scopes that concern nobody but the caller. */
export function roleNeeded(scope: string): Role | null {
  const [object = '', access] = scope.split(':')
  if (OWN_OBJECTS.includes(object)) return null
  if (access === 'read') return 'viewer'
  return ADMIN_OBJECTS.includes(object) ? 'admin' : 'member'
}

/** Whether a role may do what another one, or null for nobody in particular, is needed for. */
export const suffices = (role: Role, needed: Role | null): boolean =>
  needed === null || ROLES.indexOf(role) >= ROLES.indexOf(needed)

/** `effective_restriction_level`: 21 lets everyone edit whose role allows it, 37 only those who were given access. */
export const RESTRICTION_LEVELS = { everyone: 21, named: 37 } as const

/** `effective_privilege_level`: 37 may edit, 21 may view. */
export const privilegeLevelOf = (role: Role): 21 | 37 => (suffices(role, 'member') ? 37 : 21)
