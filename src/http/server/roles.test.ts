import { expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import type { Scope } from '#contract/scopes.ts'
import { privilegeLevelOf, roleNeeded, suffices } from './roles.ts'

test.each<[Scope, Role | null]>([
  ['insight:read', 'viewer'],
  ['insight:write', 'member'],
  ['dashboard:write', 'member'],
  ['sharing_configuration:write', 'member'],
  ['person:write', 'member'],
  ['group:write', 'member'],
  ['project:read', 'viewer'],
  ['project:write', 'admin'],
  ['organization_member:read', 'viewer'],
  ['organization_member:write', 'admin'],
  ['personal_api_key:write', null],
  ['user:write', null],
])('%s needs %s', (scope, role) => {
  expect(roleNeeded(scope)).toBe(role)
})

test.each<[Role, boolean, boolean, boolean, number]>([
  ['viewer', true, false, false, 21],
  ['member', true, true, false, 37],
  ['admin', true, true, true, 37],
])('the permissions of a %s', (role, view, edit, administer, privilege) => {
  const may = (['viewer', 'member', 'admin'] as const).map((needed) => suffices(role, needed))
  expect(may).toEqual([view, edit, administer])
  expect(suffices(role, null)).toBe(true)
  expect(privilegeLevelOf(role)).toBe(privilege)
})
