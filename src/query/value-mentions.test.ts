import { expect, test } from 'vitest'
import { fieldPathsIn } from '#shared/field-paths.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { trendQuestion } from '../../test/fixtures/questions.ts'
import type { Breakdown, BrokenDownBy } from './breakdown.ts'
import { valueMentions } from './value-mentions.ts'

const BREAKDOWN = 'query__breakdownFilter__breakdown'
const property = (type: string, groupTypeIndex: number, name: string) => ({
  of: 'property',
  property: { type, groupTypeIndex, name },
})

test.each<[object, object[]]>([
  [{ breakdown: 'plan' }, [{ ...property('event', -1, 'plan'), attr: BREAKDOWN }]],
  [{ breakdown: 'plan', breakdown_type: 'person' }, [{ ...property('person', -1, 'plan'), attr: BREAKDOWN }]],
  [
    { breakdown: 'size', breakdown_type: 'group', breakdown_group_type_index: 2 },
    [
      { of: 'group type', index: 2, attr: BREAKDOWN },
      { ...property('group', 2, 'size'), attr: BREAKDOWN },
    ],
  ],
  [
    { breakdown: 'size', breakdown_type: 'group' },
    [
      { of: 'group type', index: 0, attr: BREAKDOWN },
      { ...property('group', 0, 'size'), attr: BREAKDOWN },
      { of: 'only group type', attr: 'query__breakdownFilter__breakdown_group_type_index' },
    ],
  ],
  [{ breakdown: [3, 'all'], breakdown_type: 'cohort' }, [{ of: 'cohort', id: 3, attr: BREAKDOWN }]],
  [{ breakdown: '$session_duration', breakdown_type: 'session' }, []],
  [
    { events: [{ id: 'paid', math: 'sum', math_property: 'amount' }] },
    [{ ...property('event', -1, 'amount'), attr: 'query__series__0__math_property' }],
  ],
])('the names of %j', (asked, expected) => {
  const query = trendQuestion({ events: [{ id: 'paid' }], ...asked })
  expect(valueMentions(query, { breakdownFilter: asked }, fieldPathsIn(['query']))).toEqual(expected)
})

test('of several breakdowns each has its own place, beside one by cohorts as well', () => {
  const property = (key: string): BrokenDownBy => ({
    value: { on: 'event', key },
    normalizesUrl: false,
    bins: null,
  })
  const breakdown: Breakdown = {
    ...{ kind: 'properties', by: [property('plan'), property('size')], isList: true },
    ...{ limit: null, hidesOther: false, beside: { place: 1, cohorts: [7] } },
  }
  const node = { breakdownFilter: { breakdowns: [{}, {}, {}] } }
  const attrs = (given: JsonObject) =>
    valueMentions({ breakdown, series: [] }, given, fieldPathsIn(['query'])).map(({ attr }) => attr)
  expect(attrs(node)).toEqual(
    [0, 2, 1].map((place) => `query__breakdownFilter__breakdowns__${place}__property`),
  )
  const inText = { breakdownFilter: { breakdowns: '[{}, {}, {}]' } }
  expect(new Set(attrs(inText))).toEqual(new Set(['query__breakdownFilter__breakdowns']))
})
