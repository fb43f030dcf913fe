import { describe, expect, test } from 'vitest'
import { personStatement } from './person-statement.ts'

const SILENT = { hasProfile: true, setOnce: null, set: null, unset: null, merge: null }
const read = (properties: Record<string, unknown>, name = 'paid') =>
  personStatement(name, 'ada', properties).person

test.each<[string, Record<string, unknown>, object]>([
  ['nothing', {}, {}],
  ['$set', { $set: { a: 1 } }, { set: { a: 1 } }],
  ['$set_once', { $set_once: { a: null } }, { setOnce: { a: null } }],
  [
    'all of them',
    { $set: { a: 1 }, $set_once: { b: 1 }, $unset: ['c'] },
    { set: { a: 1 }, setOnce: { b: 1 }, unset: ['c'] },
  ],
  ['$unset as a map', { $unset: { a: '', b: 1 } }, { unset: ['a', 'b'] }],
  ['$unset with more than names', { $unset: ['a', 5, null, ['b'], ''] }, { unset: ['a', ''] }],
  ['$set as PHP sends an empty one', { $set: [], $set_once: [], $unset: [] }, {}],
  ['values that are no map', { $set: 'a', $set_once: 5, $unset: 'a' }, {}],
])('%s', (_name, properties, expected) => {
  expect(read(properties)).toEqual({ ...SILENT, ...expected })
})

test('events without a statement share one object', () => {
  expect(read({ plan: 'free' })).toBe(read({}))
  expect(read({ $process_person_profile: false })).toBe(
    read({ $process_person_profile: false, $set: { a: 1 } }),
  )
})

describe('no profile', () => {
  test.each([false, 'false'])('for %j', (flag) => {
    expect(read({ $process_person_profile: flag, $set: { a: 1 }, utm_source: 'news' })).toEqual({
      ...SILENT,
      hasProfile: false,
    })
  })
  test.each([true, undefined, null, 0, 'no'])('but one for %j', (flag) => {
    expect(read({ $process_person_profile: flag })).toEqual(SILENT)
  })
  test.each(['$identify', '$create_alias', '$merge_dangerously'])('%s always has one', (name) => {
    expect(read({ $process_person_profile: false, $set: { a: 1 } }, name)).toEqual({
      ...SILENT,
      set: { a: 1 },
    })
  })
})

test('a merge and properties in one event', () => {
  expect(read({ $anon_distinct_id: 'anon', $set: { a: 1 } }, '$identify')).toEqual({
    ...SILENT,
    set: { a: 1 },
    merge: { other: 'anon', isForced: false },
  })
  const illegal = personStatement('$identify', 'ada', { $anon_distinct_id: 'null' })
  expect(illegal).toEqual({ person: SILENT, hasIllegalMerge: true })
})

describe('the origin of a person', () => {
  test('is set once from every event that has it', () => {
    const properties = {
      utm_source: 'news',
      gclid: 'g',
      $referrer: '$direct',
      $referring_domain: 'a.example',
    }
    expect(read(properties).setOnce).toEqual({
      $initial_utm_source: 'news',
      $initial_gclid: 'g',
      $initial_referrer: '$direct',
      $initial_referring_domain: 'a.example',
    })
  })
  test('does not replace a $set_once of the client', () => {
    const properties = { utm_source: 'b', utm_term: 'c', $set_once: { $initial_utm_source: null, x: 1 } }
    expect(read(properties).setOnce).toEqual({ $initial_utm_source: null, $initial_utm_term: 'c', x: 1 })
  })
  test('is not taken from events that identify the person, nor from values that are no text', () => {
    expect(read({ utm_source: 'news' }, '$identify').setOnce).toBe(null)
    expect(read({ utm_source: null, utm_medium: 5, utm_term: '', gclid: {} }).setOnce).toBe(null)
  })
})
