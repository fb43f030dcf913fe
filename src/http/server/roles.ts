import { ROLES, type Role } from '#contract/roles.ts'
import type { Scope } from '#contract/scopes.ts'

/** Types of objects that every user may read and change if the object is their own. */
const OWN_OBJECTS = ['personal_api_key', 'user']
const ADMIN_OBJECTS = ['project', 'organization_member']

/**
 * Returns the lowest role that may use a scope in a project; null for scopes that only concern the caller.
 */
export function roleNeeded(scope: Scope): Role | null {
  const [object = '', access] = scope.split(':')
  if (OWN_OBJECTS.includes(object)) return null
  if (access === 'read') return 'viewer'
  return ADMIN_OBJECTS.includes(object) ? 'admin' : 'member'
}

/** Returns whether a role includes the needed one. Null needs no role. */
export const suffices = (role: Role, needed: Role | null): boolean =>
  needed === null || ROLES.indexOf(role) >= ROLES.indexOf(needed)

/**
 * The values of `effective_restriction_level`. With 21, every member who has the role for it may edit; with
 * 37, only named users may.
 */
export const RESTRICTION_LEVELS = { everyone: 21, named: 37 } as const

/** Returns the `effective_privilege_level` of a role: 37 may edit, 21 may only view. */
export const privilegeLevelOf = (role: Role): 21 | 37 => (suffices(role, 'member') ? 37 : 21)
