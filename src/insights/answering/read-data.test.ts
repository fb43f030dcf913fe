import { expect, test } from 'vitest'
import { NO_DEFINITIONS } from '../../../test/fixtures/no-definitions.ts'
import { funnelQuestion } from '../../../test/fixtures/questions.ts'
import { readDataOf } from './read-data.ts'

const project = { id: 1, timezone: 'UTC', weekStartDay: 0, testAccountFilters: [] } as const
const read = (parameters: object) => {
  const query = funnelQuestion({ events: [{ id: 'visit' }, { id: 'pay' }], ...parameters })
  return readDataOf({ project, query }, NO_DEFINITIONS)
}
const left = { id: 'left', funnel_from_step: 0, funnel_to_step: 1 }
const inCompany = [{ key: 'size', value: 5, type: 'group', group_type_index: 1 }]

test.each<[string, object, readonly string[] | 'any', readonly string[]]>([
  ['its steps', {}, ['pay', 'visit'], ['people']],
  ['its exclusions', { exclusions: [left] }, ['left', 'pay', 'visit'], ['people']],
  [
    'the filters of its exclusions',
    { exclusions: [{ ...left, properties: inCompany }] },
    ['left', 'pay', 'visit'],
    ['group_properties', 'people'],
  ],
  ['every event, where it is strict', { funnel_order_type: 'strict' }, 'any', ['people']],
  ['no persons, where it counts groups', { aggregation_group_type_index: 1 }, ['pay', 'visit'], []],
  [
    'the persons of an expression',
    { funnel_aggregate_by_hogql: 'person.properties.email' },
    ['pay', 'visit'],
    ['people', 'person_properties'],
  ],
])('a funnel depends on %s', (_what, parameters, events, beside) => {
  expect(read(parameters)).toEqual({ events, beside })
})
