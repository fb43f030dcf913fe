import fc from 'fast-check'
import { expect } from 'vitest'
import type { FunnelAnswer } from '../../src/insights/funnels/answer.ts'
import type { FunnelsQuery } from '../../src/insights/funnels/query.ts'
import type { DateRange } from '../../src/query/date-range.ts'
import {
  EVERYTHING,
  type GivenEvent,
  type GivenGroup,
  type GivenMatcher,
  matches,
  type Properties,
} from './filter-definition.ts'
import { type DefinedFunnel, type DefinedStep, funnelByDefinition } from './funnel-definition.ts'
import { givenMatcher } from './given-actions.ts'
import { definitionsOf, type History, toGroup, toSeries } from './given-events.ts'
import { givenAddedTo, inWorld } from './given-world.ts'
import { type GivenCalendar, isInRange } from './range-definition.ts'

export interface GivenFunnel {
  readonly steps: readonly GivenMatcher[]
  readonly properties: GivenGroup
  readonly windowSeconds: number
  readonly range: DateRange
  readonly calendar: GivenCalendar
  readonly events: readonly GivenEvent[]
}
interface LookedFunnel extends GivenFunnel {
  /** The number whose people are asked for. */
  readonly looked: { readonly step: number; readonly hasConverted: boolean }
}

const planIs = (...plans: string[]): GivenGroup => ({
  type: 'AND',
  values: [{ key: 'plan', operator: 'exact', value: plans }],
})
const ofPayers: GivenGroup = {
  type: 'OR',
  values: [
    { key: 'plan', type: 'person', operator: 'exact', value: 'x' },
    { key: 'plan', type: 'group', group_type_index: 0, operator: 'is_not', value: 'y' },
  ],
}
const memberOf = (value: number, operator: 'exact' | 'is_not'): GivenGroup => ({
  type: 'AND',
  values: [{ key: 'id', type: 'cohort', operator, value }],
})
const step = givenMatcher({
  names: ['a', 'a', 'b', 'c', null],
  urls: ['x', '/', 'https://y/'],
  properties: fc.constantFrom(
    ...[EVERYTHING, EVERYTHING, EVERYTHING],
    ...[planIs('x'), planIs('x', 'y'), ofPayers, memberOf(1, 'exact'), memberOf(4, 'is_not')],
  ),
})

// Eighths of the window from an anchor, and a millisecond to either side: so that windows are met exactly, and many
// events happen at once.
const givenPlan = fc.constantFrom<Properties>(
  { plan: 'x' },
  { plan: 'x', $current_url: 'https://x/' },
  { plan: 'y', $current_url: 'https://y/' },
  {},
)
const event = fc.record({
  person: fc.constantFrom(1, 1, 1, 2, 3),
  name: fc.constantFrom('a', 'a', 'b', 'c'),
  eighths: fc.integer({ min: -2, max: 11 }),
  jitterMs: fc.constantFrom(0, 0, 0, -1, 1),
  properties: givenPlan,
  groups: fc.constantFrom({}, { 0: 'acme' }, { 0: 'initech' }),
})

const world = fc.record({
  persons: fc.record({ 1: fc.option(givenPlan), 2: fc.option(givenPlan), 3: fc.option(givenPlan) }),
  groups: fc.record({ 0: fc.record({ acme: givenPlan, initech: givenPlan }) }),
  addedTo: givenAddedTo,
})

const SECONDS = [1, 2, 60, 3600, 43_200, 86_400, 7 * 86_400, 31 * 86_400]
const NOW = '2026-10-26T12:00:00Z'
const RANGES: readonly DateRange[] = [
  { from: '2026-10-24', to: '2026-10-26', isExplicit: false },
  { from: '2026-10-24', to: '2026-12-24', isExplicit: false },
  { from: '-2d', to: null, isExplicit: false },
  { from: '-24h', to: null, isExplicit: false },
]
// In the middle, and the ends of the ranges in one of the time zones, so that runs lie across them.
const TIMEZONES = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu']
const ANCHORS = [
  '10-24T12:00',
  '10-25T12:00',
  '10-24T00:00',
  '10-23T22:00',
  '10-23T18:15',
  '10-27T00:00',
  '10-26T23:00',
]

const givenFunnel: fc.Arbitrary<LookedFunnel> = fc
  .record({
    steps: fc.array(step, { minLength: 2, maxLength: 5, size: 'max' }),
    properties: fc.constantFrom(
      ...[EVERYTHING, EVERYTHING, EVERYTHING, EVERYTHING],
      ...[planIs('x'), ofPayers, memberOf(2, 'is_not'), memberOf(3, 'exact')],
    ),
    windowSeconds: fc.constantFrom(...SECONDS),
    range: fc.constantFrom(...RANGES),
    timezone: fc.constantFrom(...TIMEZONES),
    anchor: fc.constantFrom(...ANCHORS),
    events: fc.array(event, { maxLength: 24, size: 'max' }),
    world,
    isFreeOfTies: fc.boolean(),
    looked: fc.record({ step: fc.constantFrom(2, 3, 1), hasConverted: fc.boolean() }),
  })
  .map(({ timezone, anchor, events, world, isFreeOfTies, looked: { step, hasConverted }, ...asked }) => {
    const { windowSeconds, steps } = asked
    const anchorMs = Date.parse(`2026-${anchor}:00Z`)
    const placed = events.map(inWorld(world)).map(({ eighths, jitterMs, ...rest }) => ({
      ...rest,
      atMs: anchorMs + eighths * windowSeconds * 125 + jitterMs,
    }))
    const calendar = { timezone, weekStartDay: 0 as const, nowMs: Date.parse(NOW) }
    const kept = isFreeOfTies ? placed.filter((one, i) => !placed.slice(0, i).some(isTieWith(one))) : placed
    // No step is before the first.
    const looked = { step: Math.min(step, steps.length), hasConverted: hasConverted || step === 1 }
    return { ...asked, calendar, events: kept, looked }
  })

const isTieWith = (a: GivenEvent) => (b: GivenEvent) => a.person === b.person && a.atMs === b.atMs

/** The steps by definition, of a funnel in the words of a client. */
export const definedSteps = (funnel: GivenFunnel): readonly DefinedStep[] => defined(funnel).steps

function defined(funnel: GivenFunnel): DefinedFunnel {
  const matched = funnel.events
    .filter(
      (one) =>
        isInRange(one.atMs, funnel.range, 'day', funnel.calendar) &&
        matches({ event: null, properties: funnel.properties }, one, funnel.calendar),
    )
    .map(({ person, atMs, ...one }) => ({
      person,
      atMs,
      steps: new Set(
        funnel.steps.flatMap((step, i) =>
          matches(step, { person, atMs, ...one }, funnel.calendar) ? [i] : [],
        ),
      ),
    }))
  return funnelByDefinition(matched, funnel.steps.length, funnel.windowSeconds * 1000)
}

/** The persons that reached a step, counted from 1, or those that reached the one before and not this one, in order. */
const personsOfStep = (funnel: GivenFunnel, step: number, hasConverted: boolean): number[] =>
  [...defined(funnel).bestRuns]
    .filter(([, times]) => (hasConverted ? times.length >= step : times.length === step - 1))
    .map(([person]) => person)
    .sort()

const toQuery = (funnel: GivenFunnel): FunnelsQuery => ({
  kind: 'funnels',
  series: funnel.steps.map((matcher, place) => toSeries(matcher, 'total', place)),
  dateRange: funnel.range,
  properties: toGroup(funnel.properties),
  breakdown: null,
  filterTestAccounts: false,
  windowSeconds: funnel.windowSeconds,
  order: 'ordered',
  exclusions: [],
  visualisation: { kind: 'steps' },
  fromStep: 0,
  toStep: funnel.steps.length - 1,
  aggregation: { of: 'person' },
  attribution: { kind: 'first_touch' },
})

/** The steps in the result of the store. */
export async function answeredSteps(
  history: History,
  projectId: number,
  funnel: GivenFunnel,
): Promise<DefinedStep[]> {
  const answer = (await history.ask(
    projectId,
    funnel.calendar,
    toQuery(funnel),
    definitionsOf(funnel.steps),
  )) as FunnelAnswer
  if (answer.kind !== 'steps') throw new Error('The answer has no steps')
  return answer.rows
    .flatMap(({ steps }) => steps)
    .map(({ count, averageConversionSeconds, medianConversionSeconds }) => ({
      count,
      averageSeconds: averageConversionSeconds,
      medianSeconds: medianConversionSeconds,
    }))
}

/**
 * Counts and times where no person has two events at once; counts alone elsewhere, because the order of such events, and
 * with it the best run, is unknown.
 */
function comparable(steps: readonly DefinedStep[], funnel: GivenFunnel): readonly unknown[] {
  const hasTies = funnel.events.some((one, i) => funnel.events.slice(0, i).some(isTieWith(one)))
  return hasTies
    ? steps.map(({ count }) => count)
    : steps.map(({ count, averageSeconds, medianSeconds }) => [
        count,
        toMicroseconds(averageSeconds),
        toMicroseconds(medianSeconds),
      ])
}

// An average of thirds is not the same in the last binary digit everywhere.
const toMicroseconds = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 1e6))

/** `batch` funnels. Their histories are stored at once, which takes most of the time. */
export const funnelProperty = (history: History, batch: number) =>
  fc.asyncProperty(fc.array(givenFunnel, { minLength: batch, maxLength: batch }), async (funnels) => {
    const ids = await history.give(funnels.map(({ events }) => events))
    await Promise.all(
      funnels.map(async (funnel, i) => {
        const id = ids[i] ?? 0
        expect(comparable(await answeredSteps(history, id, funnel), funnel), JSON.stringify(funnel)).toEqual(
          comparable(definedSteps(funnel), funnel),
        )
        const { step, hasConverted } = funnel.looked
        const people = await history.people(
          id,
          funnel.calendar,
          toQuery(funnel),
          definitionsOf(funnel.steps),
          { step, hasConverted },
        )
        expect(people, JSON.stringify(funnel)).toEqual(personsOfStep(funnel, step, hasConverted))
      }),
    )
  })
