import { ROLES, type Role } from '#contract/roles.ts'
import type { Scope } from '#contract/scopes.ts'

/** Every user may read and change their own objects of these types. */
const OWN_OBJECTS = ['personal_api_key', 'user']
const ADMIN_OBJECTS = ['project', 'organization_member']

/** The lowest role that may use a scope in a project; null for scopes that only concern the caller. */
export function roleNeeded(scope: Scope): Role | null {
  const [object = '', access] = scope.split(':')
  if (OWN_OBJECTS.includes(object)) return null
  if (access === 'read') return 'viewer'
  return ADMIN_OBJECTS.includes(object) ? 'admin' : 'member'
}

/** Whether a role includes the one that is needed; null needs no role. */
export const suffices = (role: Role, needed: Role | null): boolean =>
  needed === null || ROLES.indexOf(role) >= ROLES.indexOf(needed)

/** `effective_restriction_level`: 21 allows editing to every member with the role for it, 37 only to named users. */
export const RESTRICTION_LEVELS = { everyone: 21, named: 37 } as const

/** `effective_privilege_level`: 37 may edit, 21 may only view. */
export const privilegeLevelOf = (role: Role): 21 | 37 => (suffices(role, 'member') ? 37 : 21)
