import { ROLES, type Role } from '#contract/roles.ts'
import type { Scope } from '#contract/scopes.ts'

/** Types of objects that belong to a user. Users may read and change their own, whatever their role is. */
const OWN_OBJECTS = ['personal_api_key', 'user']
const ADMIN_OBJECTS = ['project', 'organization_member']

/**
 * Returns the lowest role that may use a scope in a project; null for a scope that concerns only the
 * caller's own objects.
 */
export function roleNeeded(scope: Scope): Role | null {
  const [object = '', access] = scope.split(':')
  if (OWN_OBJECTS.includes(object)) return null
  if (access === 'read') return 'viewer'
  return ADMIN_OBJECTS.includes(object) ? 'admin' : 'member'
}

/** Returns whether a role includes the needed role. With null, every role suffices. */
export const suffices = (role: Role, needed: Role | null): boolean =>
  needed === null || ROLES.indexOf(role) >= ROLES.indexOf(needed)

/**
 * The values of `effective_restriction_level`. 21 means that every member with the needed role may edit; 37
 * means that only named users may edit.
 */
export const RESTRICTION_LEVELS = { everyone: 21, named: 37 } as const

/** Returns the `effective_privilege_level` of a role: 37 if it may edit, 21 if it may only view. */
export const privilegeLevelOf = (role: Role): 21 | 37 => (suffices(role, 'member') ? 37 : 21)
