import { describe, expect, test } from 'vitest'
import type { Actor } from '#web/api/people.ts'
import { actorName, fiveProperties } from './panel-actor.ts'

const person = (fields: Record<string, unknown>) =>
  ({
    type: 'person',
    uuid: '8a4056b1-a66a-8e56-a469-6468b7d5af7c',
    is_identified: true,
    name: 'ada@example.com',
    distinct_ids: ['ada@example.com'],
    properties: {},
    ...fields,
  }) as unknown as Actor
const group = (properties: Record<string, unknown>) =>
  ({ type: 'group', group_key: 'acme', properties }) as unknown as Actor

describe('the name of an actor', () => {
  test.each([
    [
      'a person by its name',
      person({ properties: { name: 'Ada King' } }),
      ['Ada King', 'ada@example.com', 'AK'],
    ],
    ['a person without one', person({}), ['ada@example.com', null, 'AE']],
    ['a number as name', person({ properties: { name: 7 } }), ['7', 'ada@example.com', '7']],
    [
      'an anonymous person',
      person({ is_identified: false, name: '019e-4c1e', distinct_ids: ['019e-4c1e'] }),
      ['Anonymous 4c1e', '019e-4c1e', null],
    ],
    ['a group', group({ name: 'Acme Freight' }), ['Acme Freight', 'acme', 'AF']],
    ['a group without a name', group({}), ['acme', null, 'AC']],
    ['a session', { type: 'session', id: 's-1' } as unknown as Actor, ['s-1', null, null]],
  ])('%s', (_, actor, [name, beside, initials]) => {
    expect(actorName(actor)).toEqual({ name, beside, initials })
  })
})

test('five properties are those of the project first, without what the name says and what is no text', () => {
  const properties = {
    $initial_referrer: 'google',
    email: 'ada@example.com',
    plan: 'team',
    seats: 4,
    paying: false,
    tags: ['a'],
    country: 'DE',
    empty: '',
    $os: 'Linux',
  }
  expect(fiveProperties(properties)).toEqual([
    ['plan', 'team'],
    ['seats', '4'],
    ['paying', 'false'],
    ['country', 'DE'],
    ['$initial_referrer', 'google'],
  ])
})
