import { expect, test } from 'vitest'
import { bound, sql } from '#fragments/fragment.ts'
import { deletionOfEvents, deletionOfRows } from './deletions.ts'

const PROJECT = '(project_id = 7)'
const person = sql`person IN ${bound('Array(UInt32)', [3, 4])}`
const name = sql`event = ${bound('String', "it's")}`

test.each([
  ['all events', [], null, 'DELETE WHERE project_id = 7'],
  ['some persons', [person], null, `DELETE WHERE ${PROJECT} AND (person IN [3, 4])`],
  [
    'a name in a month',
    [person, name],
    202611,
    `DELETE IN PARTITION 202611 WHERE ${PROJECT} AND (person IN [3, 4]) AND (event = 'it\\'s')`,
  ],
])('a deletion of %s is restricted to its project', (_, conditions, month, deletion) => {
  expect(deletionOfEvents({ projectId: 7, conditions, month })).toBe(
    `ALTER TABLE \`events\`\n${deletion}\nSETTINGS mutations_sync = 0`,
  )
})

test('a deletion of the other rows of a project waits until they are gone', () => {
  expect(deletionOfRows('cohort_person', 7)).toBe(
    'ALTER TABLE `cohort_person`\nDELETE WHERE project_id = 7\nSETTINGS mutations_sync = 2',
  )
})
