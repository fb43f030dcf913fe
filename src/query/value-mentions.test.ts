import { expect, test } from 'vitest'
import { trendQuestion } from '../../test/fixtures/questions.ts'
import { placesIn } from './places.ts'
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
  [{ breakdown: [3, 'all'], breakdown_type: 'cohort' }, [{ of: 'cohort', id: 3, attr: BREAKDOWN }]],
  [{ breakdown: '$session_duration', breakdown_type: 'session' }, []],
  [
    { events: [{ id: 'paid', math: 'sum', math_property: 'amount' }] },
    [{ ...property('event', -1, 'amount'), attr: 'query__series__0__math_property' }],
  ],
])('the names of %j', (asked, expected) => {
  const query = trendQuestion({ events: [{ id: 'paid' }], ...asked })
  expect(valueMentions(query, placesIn(['query']))).toEqual(expected)
})
