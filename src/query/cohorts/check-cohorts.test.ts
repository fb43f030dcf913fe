import { expect, test } from 'vitest'
import { ActionStep } from '#contract/action.ts'
import { checkDeleted, checkDeletedAction, checkWritten, checkWrittenAction } from './check-cohorts.ts'

const cohortFilter = (id: number) => ({ type: 'cohort', key: 'id', value: id })
const counts = (action: number) => ({
  type: 'behavioral',
  key: action,
  value: 'performed_event',
  time_value: 7,
  time_interval: 'day',
})
const cohort = (id: number, ...values: object[]) => ({
  id,
  name: `C${id}`,
  isStatic: false,
  groups: [],
  filters: { properties: { type: 'AND', values } },
})
/** Makes an action with one step for each cohort. The filter of the step names the cohort. */
const action = (id: number, ...cohorts: number[]) => ({
  id,
  name: `A${id}`,
  steps: cohorts.map((one) => ActionStep.parse({ event: 'paid', properties: [cohortFilter(one)] })),
})
const repeated = <T>(times: number, one: T): T[] => Array.from({ length: times }, () => one)
const onPerson = { type: 'person', key: 'plan', value: 'pro' }

test('cohorts of actions of cohorts, without a cycle', () => {
  const all = [cohort(1, onPerson), cohort(2, counts(1)), cohort(3, counts(2), cohortFilter(1))]
  const actions = [action(1, 1), action(2, 1, 2)]
  for (const one of all) expect(() => checkWritten(one, all, actions)).not.toThrow()
  for (const one of actions) expect(() => checkWrittenAction(one, all, actions)).not.toThrow()
})

test('a cycle over two actions is named with them, from both sides', () => {
  const all = [cohort(1, counts(1)), cohort(2, counts(2))]
  const actions = [action(1, 2), action(2, 1)]
  const cycle = (one: number, other: number) =>
    `A cohort cannot depend on itself: cohort "C${one}" (${one}), which uses action "A${one}" (${one}), which uses cohort "C${other}" (${other}), which uses action "A${other}" (${other}), which uses cohort "C${one}" (${one}).`
  expect(() => checkWritten(cohort(1, counts(1)), all, actions)).toThrow(cycle(1, 2))
  expect(() => checkWrittenAction(action(2, 1), all, actions)).toThrow(cycle(2, 1))
})

test('a chain is as long over actions', () => {
  const actions = Array.from({ length: 10 }, (_, i) => action(i + 2, i + 1))
  const chain = (length: number) => [
    cohort(1, onPerson),
    ...Array.from({ length: length - 1 }, (_, i) => cohort(i + 2, counts(i + 2))),
  ]
  expect(() => checkWritten(cohort(10, counts(10)), chain(10), actions)).not.toThrow()
  const tooLong = expect.objectContaining({ code: 'max_length', attr: 'filters' })
  expect(() => checkWritten(cohort(11, counts(11)), chain(11), actions)).toThrow(tooLong)
})

test('the conditions of a cohort that an action names count each time that it names it', () => {
  const all = [cohort(1, ...repeated(5, counts(9))), cohort(2, counts(1))]
  const withSteps = (steps: number) => [action(1, ...repeated(steps, 1)), action(9)]
  expect(() => checkWrittenAction(action(1), all, withSteps(5))).not.toThrow()
  const tooMany = expect.objectContaining({ code: 'max_length', attr: 'steps' })
  expect(() => checkWrittenAction(action(1), all, withSteps(6))).toThrow(tooMany)
  expect(() => checkWritten(cohort(2, counts(1)), all, withSteps(6))).toThrow('More than 30 conditions')
})

test.each<[string, () => void]>([
  ['cohort', () => checkWritten(cohort(1, cohortFilter(7)), [], [])],
  ['action', () => checkWritten(cohort(1, counts(7)), [cohort(7)], [action(8)])],
])('an unknown %s is refused', (_name, check) => {
  expect(check).toThrow(expect.objectContaining({ code: 'does_not_exist', attr: 'filters' }))
})

test('a cohort or an action that no cohort uses can be deleted', () => {
  const others = [cohort(1, cohortFilter(2), counts(3))]
  expect(() => checkDeleted(cohort(4, onPerson), others, [], [])).not.toThrow()
  expect(() => checkDeletedAction(action(4), others)).not.toThrow()
  expect(() => checkDeleted(cohort(2, onPerson), others, [], [])).toThrow(
    'cohort "C2" (2) is a condition of cohort "C1" (1)',
  )
  expect(() => checkDeletedAction(action(3), others)).toThrow(
    'action "A3" (3) is a condition of cohort "C1" (1)',
  )
})

test('a cohort that only the filters of an action name is not deleted', () => {
  const check = (id: number) => () => checkDeleted(cohort(id, onPerson), [], [action(7, 1, 2)], [])
  expect(check(3)).not.toThrow()
  expect(check(2)).toThrow(
    'cohort "C2" (2) is in a filter of action "A7" (7): change or delete that action first.',
  )
})

test.each([
  ['a list', [cohortFilter(2)]],
  ['groups', { type: 'OR', values: [{ type: 'AND', values: [onPerson, cohortFilter(2)] }] }],
  ['a negation', [{ ...cohortFilter(2), negation: true }]],
])('a cohort that the test account filters of the project name is not deleted: %s', (_, filters) => {
  const check = (id: number) => () => checkDeleted(cohort(id, onPerson), [], [], filters)
  expect(check(3)).not.toThrow()
  expect(check(2)).toThrow('cohort "C2" (2) is in the test_account_filters of the project')
})
