import { expect, test } from 'vitest'
import { groupTypeOf } from './group-types.ts'

const type = (name: string, one: string | null = null, many: string | null = null) =>
  groupTypeOf({ group_type: name, group_type_index: 2, name_singular: one, name_plural: many })

test.each([
  ['account', null, null, 'account', 'accounts'],
  ['company', null, null, 'company', 'companies'],
  ['survey', null, null, 'survey', 'surveys'],
  ['branch', null, null, 'branch', 'branches'],
  ['org', 'Organisation', null, 'organisation', 'organisations'],
  ['org', 'Organisation', 'Organisations', 'organisation', 'organisations'],
  ['staff', 'Member of staff', 'Staff', 'member of staff', 'staff'],
  ['crm', 'CRM account', null, 'CRM account', 'CRM accounts'],
])('the type %s with the names %s and %s is %s, %s', (name, one, many, singular, plural) => {
  expect(type(name, one, many)).toEqual({ index: 2, singular, plural })
})
