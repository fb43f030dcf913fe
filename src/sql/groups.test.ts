import { expect, test } from 'vitest'
import { sql } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import { groupKeyOf, groupsOf } from './groups.ts'

test('groups are those of one project, with any further conditions', () => {
  expect(renderLiterals(groupsOf(7, []))).toBe('FROM `groups` FINAL\nWHERE project_id = 7')
  expect(renderLiterals(groupsOf(7, [sql`true OR true`, sql`false`]))).toBe(
    'FROM `groups` FINAL\nWHERE (project_id = 7) AND (true OR true) AND (false)',
  )
})

test('an event has a column for the key of each type of groups', () => {
  expect(renderLiterals(groupKeyOf(4))).toBe('`group_4`')
})
