import { expect, test } from 'vitest'
import { createRandom } from './random.ts'
import type { StoryEvent } from './session.ts'
import { tellStory } from './story.ts'
import { createStoryCalendar } from './story-calendar.ts'
import { toWireEvent } from './wire-event.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const story = await tellStory({ seed: 1, eventCount: 20_000, nowMs })
const calendar = createStoryCalendar(nowMs)
const random = createRandom('uuids')
const wired = story.map((event) => ({ event, wire: toWireEvent(event, calendar, random) }))

const personOf = (event: StoryEvent) => event.visitor.person
const happened = (name: string) => story.filter((event) => event.name === name)
const signUps = happened('signed up')
const UUID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

test('before the sign-up a person is anonymous and has no account', () => {
  const signedUpMs = new Map(signUps.map((event) => [personOf(event), event.atMs]))
  for (const { event, wire } of wired) {
    expect(wire.properties).not.toHaveProperty('$process_person_profile')
    if (event.atMs >= (signedUpMs.get(personOf(event)) ?? Infinity) || event.name === '$identify') continue
    expect(wire.distinct_id).toMatch(UUID)
    expect(wire.properties).not.toHaveProperty('$groups')
    expect(wire.properties).not.toHaveProperty('plan')
  }
})

test('after the sign-up events have the e-mail address and the account', () => {
  const known = wired.filter(({ event }) => event.visitor.distinctId === personOf(event).email)
  for (const { event, wire } of known) {
    const { account, email } = personOf(event)
    expect(wire.distinct_id).toBe(email)
    if (event.name === '$identify') expect(wire.properties).not.toHaveProperty('$groups')
    else expect(wire.properties).toMatchObject({ $groups: { account: account.domain } })
  }
  for (const name of ['signed up', 'app opened', 'activated', 'label printed', 'paid', 'invited teammate']) {
    expect([name, happened(name).length > 0]).toEqual([name, true])
    expect(known.filter(({ event }) => event.name === name)).toHaveLength(happened(name).length)
  }
})

test('the sign-up identifies the visitor, with their origin', () => {
  for (const signUp of signUps) {
    const person = personOf(signUp)
    const own = wired.filter(({ event }) => personOf(event) === person)
    const at = own.findIndex(({ event }) => event === signUp)
    const before = own[at - 1]
    expect(before?.wire).toMatchObject({
      event: '$identify',
      distinct_id: person.email,
      properties: {
        $anon_distinct_id: own[at - 2]?.wire.distinct_id,
        $set: { name: person.name, email: person.email },
        $set_once: { $initial_referrer: expect.stringMatching(/^\$direct$|^https:/) },
      },
    })
    const { $initial_utm_source: source = null } = Object(before?.wire.properties.$set_once)
    expect(source).toBe(person.utmSource)
  }
})

test('three in ten persons that sign up have used another browser before, and sign in there later', () => {
  const strangers = (event: StoryEvent) =>
    new Set(
      story
        .filter((one) => personOf(one) === personOf(event))
        .map((one) => one.visitor.distinctId)
        .filter((id) => UUID.test(id)),
    )
  const twice = signUps.filter((event) => strangers(event).size === 2)
  expect(signUps.every((event) => [1, 2].includes(strangers(event).size))).toBe(true)
  // There are about 110 sign-ups. Two standard deviations of the share are 2 × 4.4 %.
  expect(twice.length / signUps.length).toBeGreaterThan(0.2)
  expect(twice.length / signUps.length).toBeLessThan(0.4)
  const hoursMs = 4 * 3_600_000 + 60_000
  for (const event of twice.filter(({ atMs }) => atMs + hoursMs < nowMs)) {
    const identified = happened('$identify').filter((one) => personOf(one) === personOf(event))
    const ids = identified.map((one) => one.properties.$anon_distinct_id)
    expect(new Set(ids)).toEqual(strangers(event))
  }
})

test('an account is identified once, at the sign-up of its first person', () => {
  const founders = new Map([...signUps].reverse().map((event) => [personOf(event).account, event]))
  const described = happened('$groupidentify')
  expect(new Set(described.map((event) => personOf(event).account))).toEqual(new Set(founders.keys()))
  expect(described).toHaveLength(founders.size)
  for (const event of described) {
    const { account } = personOf(event)
    expect([event.atMs, event.visitor]).toEqual([founders.get(account)?.atMs, founders.get(account)?.visitor])
    expect(event.properties).toMatchObject({
      $group_type: 'account',
      $group_key: account.domain,
      $group_set: { name: account.name, plan: account.plan, employees: expect.any(Number) },
    })
    expect(account.employees).toBeGreaterThan(account.personCount)
  }
})
