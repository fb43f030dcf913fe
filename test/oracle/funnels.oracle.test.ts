import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'
import { EVERYTHING } from './filter-definition.ts'
import type { DefinedStep } from './funnel-definition.ts'
import { answeredSteps, definedSteps, funnelProperty, type GivenFunnel } from './funnel-property.ts'
import { createHistory } from './given-events.ts'
import { runs, within } from './runs.ts'

const server = useApp()
const history = createHistory(server)

/** 180 questions, or 5,040. */
const RUNS = runs({ short: 3, long: 84 })
const BATCH = 60

const step = (event: string) => ({ event, properties: EVERYTHING })
const did = (person: number, name: string, time: string) => ({
  person,
  name,
  atMs: Date.parse(`2026-11-20T${time}:00Z`),
  properties: {},
})

test('the definition and the store have the result of the semantics page', async () => {
  const [ada, bob, cid] = [1, 2, 3]
  const funnel: GivenFunnel = {
    steps: [step('visit'), step('sign up'), step('pay')],
    properties: EVERYTHING,
    windowSeconds: 3600,
    range: { from: '-7d', to: null, isExplicit: false },
    calendar: { timezone: 'UTC', weekStartDay: 0, nowMs: server.nowMs },
    events: [
      did(ada, 'visit', '10:00'),
      did(ada, 'visit', '10:50'),
      did(ada, 'sign up', '10:55'),
      did(ada, 'pay', '11:10'),
      did(bob, 'visit', '10:00'),
      did(bob, 'sign up', '10:30'),
      did(bob, 'pay', '11:01'),
      did(cid, 'sign up', '09:00'),
      did(cid, 'visit', '10:00'),
      did(cid, 'pay', '10:10'),
    ],
  }
  const expected = [
    { count: 3, averageSeconds: null, medianSeconds: null },
    { count: 2, averageSeconds: 1050, medianSeconds: 1050 }, // ada 300 s, bob 1800 s
    { count: 1, averageSeconds: 900, medianSeconds: 900 }, // ada 15 minutes
  ]
  expect(definedSteps(funnel)).toEqual(expected)
  const [projectId = 0] = await history.give([funnel.events])
  expect(await answeredSteps(history, projectId, funnel)).toEqual(expected)
})

/** One person's events as names with milliseconds (`a0 b60000`), and steps as names (`*` is every event). */
async function levelOf(steps: string, events: string): Promise<{ defined: number; answered: number }> {
  const funnel: GivenFunnel = {
    steps: steps.split(' ').map((name) => ({ ...step(name), event: name === '*' ? null : name })),
    properties: EVERYTHING,
    windowSeconds: 60,
    range: { from: 'dStart', to: null, isExplicit: false },
    calendar: { timezone: 'UTC', weekStartDay: 0, nowMs: server.nowMs },
    events: events.split(' ').map((text) => ({
      person: 1,
      name: text.slice(0, 1),
      atMs: server.nowMs + Number(text.slice(1)),
      properties: {},
    })),
  }
  const [projectId = 0] = await history.give([funnel.events])
  const levelIn = (all: readonly DefinedStep[]) => all.filter(({ count }) => count === 1).length
  return {
    defined: levelIn(definedSteps(funnel)),
    answered: levelIn(await answeredSteps(history, projectId, funnel)),
  }
}

test.each([
  ['exactly the window later', 'a b', 'a0 b60000', 2],
  ['a millisecond more', 'a b', 'a0 b60001', 1],
  ['the window from the first step, not the one before', 'a b c', 'a0 b40000 c80000', 2],
  ['two steps that ask for the same event', 'a a b', 'a0 b1', 1],
  ['two steps that ask for the same event, done twice', 'a a b', 'a0 a0 b1', 3],
  ['at once, in any order', 'a b c', 'c0 b0 a0', 3],
  ['at once, the first step again: a is taken before b', 'a b a', 'a0 b1 a1', 2], // a0, b1
  ['at once, the first step any event: a and b are taken before c', '* c *', 'a0 b0 c0', 2], // a, c
  ['at once, the middle step any event: a is taken before c', 'a * a', 'a0 a1 c1', 2], // a0, a1
])('%s: steps %s, events %s', async (_, steps, events, level) => {
  expect(await levelOf(steps, events)).toEqual({ defined: level, answered: level })
})

test.each([
  // The visit, half past midnight on the 19th, is the first event of the range or before it.
  { range: { from: '-24h', to: null, isExplicit: false }, counts: [0, 0, 0] },
  { range: { from: '-1d', to: null, isExplicit: false }, counts: [1, 1, 1] },
  {
    range: { from: '2026-11-19T12:00:00Z', to: '2026-11-20T11:00:00Z', isExplicit: false },
    counts: [1, 1, 1],
  },
  {
    range: { from: '2026-11-19T12:00:00Z', to: '2026-11-20T11:00:00Z', isExplicit: true },
    counts: [0, 0, 0],
  },
])('the range $range.from to $range.to (explicit: $range.isExplicit)', async ({ range, counts }) => {
  const at = (time: string) => Date.parse(`2026-11-${time}Z`)
  const did = (name: string, time: string) => ({ person: 1, name, atMs: at(time), properties: {} })
  const funnel: GivenFunnel = {
    steps: [step('visit'), step('sign up'), step('pay')],
    properties: EVERYTHING,
    windowSeconds: 14 * 86_400,
    range,
    calendar: { timezone: 'UTC', weekStartDay: 0, nowMs: server.nowMs }, // the 20th, 12:00
    events: [did('visit', '19T00:30'), did('sign up', '19T23:00'), did('pay', '20T18:00')],
  }
  expect(definedSteps(funnel).map(({ count }) => count)).toEqual(counts)
  const [projectId = 0] = await history.give([funnel.events])
  const answered = await answeredSteps(history, projectId, funnel)
  expect(answered.map(({ count }) => count)).toEqual(counts)
})

const nothing = { event: null, action: [], properties: EVERYTHING }

test.each([
  { steps: [nothing, step('a')], counts: [0, 0] },
  { steps: [nothing, nothing, nothing], counts: [0, 0, 0] },
  { steps: [step('a'), nothing, step('a')], counts: [1, 0, 0] },
])('an action without events in the steps $steps', async ({ steps, counts }) => {
  const funnel: GivenFunnel = {
    steps,
    properties: EVERYTHING,
    windowSeconds: 60,
    range: { from: 'dStart', to: null, isExplicit: false },
    calendar: { timezone: 'UTC', weekStartDay: 0, nowMs: server.nowMs },
    events: [did(1, 'a', '10:00'), did(1, 'a', '10:01')],
  }
  const [projectId = 0] = await history.give([funnel.events])
  const answered = await answeredSteps(history, projectId, funnel)
  expect(answered.map(({ count }) => count)).toEqual(counts)
  expect(definedSteps(funnel)).toEqual(answered)
})

test('any funnel has the result of the definition', async () => {
  await fc.assert(funnelProperty(history, BATCH), within(RUNS))
})
