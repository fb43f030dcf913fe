import { describe, expect, test } from 'vitest'
import { sampleWithoutVisitor, visitorEvent } from './visitor-event.ts'

const COOKIELESS = '$posthog_cookieless'
const VISITORS = {
  facts: { address: '192.0.2.1', userAgent: 'a browser', host: 'shop.example' },
  idOf: ({ address, userAgent, host }: Record<'address' | 'userAgent' | 'host', string>) =>
    `${address}/${userAgent}/${host}`,
}
const ID = '192.0.2.1/a browser/shop.example'
const read = (event: string, distinctId: string, properties: object) =>
  visitorEvent(event, distinctId, properties as Record<string, unknown>, 0, VISITORS)

test('a page view in cookieless mode has the id of its visitor, also as its session, and neither address nor user agent', () => {
  const properties = {
    $cookieless_mode: true,
    distinct_id: COOKIELESS,
    $device_id: null,
    $ip: '198.51.100.7',
    $raw_user_agent: 'a phone',
    $host: 'docs.example',
    $set_once: { $initial_raw_user_agent: 'a phone', $initial_host: 'docs.example' },
    $current_url: 'https://docs.example/',
  }
  const id = '198.51.100.7/a phone/docs.example'
  expect(read('$pageview', COOKIELESS, properties)).toEqual({
    distinctId: id,
    spokenId: id,
    properties: {
      $cookieless_mode: true,
      distinct_id: id,
      $device_id: null,
      $host: 'docs.example',
      $set_once: { $initial_host: 'docs.example' },
      $current_url: 'https://docs.example/',
      $session_id: id,
    },
  })
})

test('a sign-in joins the visitor of the day', () => {
  const properties = { $cookieless_mode: true, $anon_distinct_id: COOKIELESS }
  expect(read('$identify', 'ada', properties)).toEqual({
    distinctId: 'ada',
    spokenId: 'ada',
    properties: { $cookieless_mode: true, $anon_distinct_id: ID, $session_id: ID },
  })
})

test.each([
  ['$create_alias', { $cookieless_mode: true, alias: 'ada' }],
  ['$merge_dangerously', { $cookieless_mode: true, alias: 'ada' }],
  ['$identify', { $cookieless_mode: true, $anon_distinct_id: 'anon' }],
  // A server that forwards events may leave out `$cookieless_mode`. The placeholder then stands for all of
  // its visitors.
  ['$pageview', {}],
  ['$identify', { $anon_distinct_id: 'anon' }],
])('%s with %j speaks of nobody under the placeholder', (event, properties) => {
  expect(read(event, COOKIELESS, properties)).toMatchObject({ distinctId: ID, spokenId: COOKIELESS })
})

test('an alias of all visitors stays one', () => {
  const { properties } = read('$create_alias', 'ada', { $cookieless_mode: true, alias: COOKIELESS })
  expect(properties.alias).toBe(COOKIELESS)
})

describe('an event of a visitor with an id of its own stays as it is', () => {
  test.each([
    {},
    { $cookieless_mode: false, $raw_user_agent: 'a browser' },
    { $cookieless_mode: 'false' },
    { $anon_distinct_id: COOKIELESS },
  ])('%j', (properties) => {
    const read = visitorEvent('$identify', 'ada', properties, 0, VISITORS)
    expect(read).toEqual({ distinctId: 'ada', spokenId: 'ada', properties })
    expect(read.properties).toBe(properties)
  })
})

test('a session of its own is kept, and a property named __proto__ too', () => {
  const properties = JSON.parse('{"$cookieless_mode":true,"$session_id":"s1","__proto__":1}')
  expect(JSON.stringify(read('$pageview', COOKIELESS, properties).properties)).toBe(
    '{"$cookieless_mode":true,"$session_id":"s1","__proto__":1}',
  )
})

test('a sample of such an event has neither address nor user agent', () => {
  const properties = { $cookieless_mode: true, $raw_user_agent: 'a browser', $ip: '192.0.2.1', plan: 'free' }
  expect(sampleWithoutVisitor({ event: 'paid', distinct_id: COOKIELESS, properties })).toEqual({
    event: 'paid',
    distinct_id: COOKIELESS,
    properties: { $cookieless_mode: true, plan: 'free' },
  })
  const other = { event: 'paid', distinct_id: 'ada', properties: { $raw_user_agent: 'a browser' } }
  expect(sampleWithoutVisitor(other)).toBe(other)
})
