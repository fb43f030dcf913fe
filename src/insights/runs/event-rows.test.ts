import { describe, expect, test } from 'vitest'
import { hasNestedQuery } from '#fragments/fragment.ts'
import { funnels } from '#insights/kinds/funnels/funnels.ts'
import { goldenOf } from '../../../test/fixtures/golden-statement.ts'
import { funnelQuestion, resolvedQuestion } from '../../../test/fixtures/questions.ts'
import { type EventsPart, eventRows } from './event-rows.ts'

const CALENDAR = { timezone: 'UTC', weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') } as const
const ALL: EventsPart = { cohortId: null, range: null }
const visitThen = (second: object) => [{ id: 'visit' }, { id: 'paid', order: 1, ...second }]

function rowsOf(parameters: object, part: Partial<EventsPart> = {}, facts = {}) {
  const query = funnelQuestion({ date_from: '-7d', events: visitThen({}), ...parameters })
  return eventRows(funnels.plan(resolvedQuestion(funnels, query, CALENDAR, facts)), { ...ALL, ...part })
}
const filtered = (filter: object) => ({ properties: [{ value: 'pro', ...filter }] })

describe('the rows have a nested query', () => {
  test.each<[string, boolean, ReturnType<typeof rowsOf>]>([
    ['two steps', false, rowsOf({})],
    ['a part of the time', false, rowsOf({}, { time: { fromMs: 1, toMs: 2 } })],
    ['a range of actors', false, rowsOf({}, { range: { from: 1n, to: 5n } })],
    ['some actors', false, rowsOf({}, { actors: [1, 2] })],
    ['merged persons', false, rowsOf({}, {}, { hasMerges: true })],
    ['an unordered funnel', false, rowsOf({ funnel_order_type: 'unordered' })],
    ['a strict funnel', true, rowsOf({ funnel_order_type: 'strict' })],
    [
      'a strict funnel of all events',
      false,
      rowsOf({ funnel_order_type: 'strict' }, { hasAllBetween: true }),
    ],
    ['a first time', true, rowsOf({ events: visitThen({ math: 'first_time_for_user' }) })],
    ['a filter on events', false, rowsOf(filtered({ key: 'plan' }))],
    ['a filter on event metadata', false, rowsOf(filtered({ key: 'distinct_id', type: 'event_metadata' }))],
    [
      'a filter on elements',
      false,
      rowsOf(filtered({ key: 'tag_name', type: 'element', value: 'button', operator: 'exact' })),
    ],
    ['a filter on persons', true, rowsOf(filtered({ key: 'plan', type: 'person' }))],
    ['a filter on no persons', true, rowsOf(filtered({ key: 'plan', type: 'person', operator: 'is_not' }))],
    [
      'a filter on the persons of a step',
      true,
      rowsOf({ events: visitThen(filtered({ key: 'plan', type: 'person' })) }),
    ],
    ['a filter on groups', true, rowsOf(filtered({ key: 'plan', type: 'group', group_type_index: 0 }))],
    ['a filter on sessions', true, rowsOf(filtered({ key: '$entry_utm_source', type: 'session' }))],
    [
      'the filters for test accounts',
      true,
      rowsOf(
        { filter_test_accounts: true },
        {},
        { testAccountFilters: [{ key: 'plan', type: 'person', value: 'x' }] },
      ),
    ],
    [
      'an exclusion with a filter on persons',
      true,
      rowsOf({
        exclusions: [
          {
            ...{ id: 'left', funnel_from_step: 0, funnel_to_step: 1 },
            ...filtered({ key: 'plan', type: 'person' }),
          },
        ],
      }),
    ],
    ['an expression over events', false, rowsOf(filtered({ type: 'hogql', key: "properties.plan = 'pro'" }))],
    [
      'an expression over persons',
      true,
      rowsOf(filtered({ type: 'hogql', key: "person.properties.plan = 'pro'" })),
    ],
    [
      'an expression over the negation of a property of persons',
      true,
      rowsOf(filtered({ type: 'hogql', key: "person.properties.plan != 'pro'" })),
    ],
    ['a breakdown by events', false, rowsOf({ breakdown: 'plan', breakdown_type: 'event' })],
    ['a breakdown by persons', true, rowsOf({ breakdown: 'plan', breakdown_type: 'person' })],
    ['a breakdown by sessions', true, rowsOf({ breakdown: '$entry_utm_source', breakdown_type: 'session' })],
    [
      'a breakdown by an expression over persons',
      true,
      rowsOf({ breakdown: 'person.properties.plan', breakdown_type: 'hogql' }),
    ],
    ['the members of a cohort', true, rowsOf({}, { cohortId: 5 })],
    ['groups', false, rowsOf({ aggregation_group_type_index: 0 })],
    ['the values of an expression', false, rowsOf({ funnel_aggregate_by_hogql: 'properties.$session_id' })],
    [
      'the values of an expression over persons',
      true,
      rowsOf({ funnel_aggregate_by_hogql: 'person.properties.plan' }),
    ],
  ])('%s: %s', (_, isNested, rows) => {
    expect(hasNestedQuery(rows)).toBe(isNested)
    // `hasNestedQuery` knows only queries that were made with `nestedQuery`. Any other nested query shows in
    // the text, as a further SELECT.
    expect(goldenOf(rows).match(/\bSELECT\b/g)?.length !== 1).toBe(isNested)
  })
})
