import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVERYTHING, type GivenEvent } from './filter-definition.ts'
import { type Formula, formulaText, formulaValue, type Operator } from './formula-definition.ts'
import { CLOCK_CHANGES } from './given-ranges.ts'
import { eventsByPerson, personsBehind, type ToldEvent } from './given-story.ts'
import { LIFECYCLE_CASES } from './lifecycle-cases.ts'
import {
  actorsWithStatus,
  type CreatedTimes,
  type GivenLifecycle,
  type DefinedCell as LifecycleCell,
  lifecycleByDefinition,
} from './lifecycle-definition.ts'
import { givenLifecycle, lifecycleProperty } from './lifecycle-property.ts'
import { PATH_CASES } from './path-cases.ts'
import { pathsByDefinition } from './path-definition.ts'
import { givenPaths } from './path-property.ts'
import { RETENTION_CASES } from './retention-cases.ts'
import { appearancesOf } from './retention-definition.ts'
import { allCohorts } from './retention-row-definition.ts'
import { SIGNED_IN } from './stickiness-case.ts'
import { STICKINESS_CASES } from './stickiness-cases.ts'
import { STICKINESS_COMPARE_CASES } from './stickiness-compare-cases.ts'
import {
  type DefinedCell,
  type GivenStickiness,
  stickinessByDefinition,
  stickyActors,
} from './stickiness-definition.ts'
import { STICKINESS_HOUR_CASES } from './stickiness-hour-cases.ts'
import { givenStickiness, stickinessProperty } from './stickiness-property.ts'
import { TREND_CASES } from './trend-cases.ts'
import { trendByDefinition } from './trend-definition.ts'
import { trendItems } from './trend-items-definition.ts'

describe('stickiness', () => {
  test.each([...STICKINESS_CASES, ...STICKINESS_COMPARE_CASES, ...STICKINESS_HOUR_CASES])(
    '$title',
    ({ events, asked, expected }) => {
      const defined = stickinessByDefinition(events, asked)
      expect(defined.map(({ compareLabel, data, count }) => [compareLabel, data, count])).toEqual(expected)
      for (const { days, data } of defined) expect(days).toEqual(data.map((_, i) => i + 1))
    },
  )
})

describe('lifecycle', () => {
  test.each(LIFECYCLE_CASES)('$title', ({ events, people, asked, expected }) => {
    const defined = lifecycleByDefinition(events, people, asked)
    expect(defined.map(({ status, data }) => [status, data])).toEqual(expected)
    for (const { data, count } of defined) expect(count).toBe(data.reduce((sum, value) => sum + value, 0))
  })
})

describe('paths', () => {
  test.each(PATH_CASES)('$title', ({ events, asked, expected }) => {
    const defined = pathsByDefinition(events, asked)
    expect(
      defined.map(({ source, target, value, averageMs }) => `${source} > ${target} ${value} ${averageMs}`),
    ).toEqual(expected)
  })

  test('a good part of the random questions has edges, also of those around a funnel', () => {
    const asked = fc.sample(givenPaths('UTC', Date.parse('2026-07-01T00:00Z')), 400)
    const shareWithEdges = (some: typeof asked) =>
      some.filter((one) => pathsByDefinition(one.events, one).length > 0).length / some.length
    expect(shareWithEdges(asked.filter(({ funnel }) => funnel === null))).toBeGreaterThan(0.3)
    expect(shareWithEdges(asked.filter(({ funnel }) => funnel !== null))).toBeGreaterThan(0.05)
  })
})

describe('retention', () => {
  test.each(RETENTION_CASES)('$title', ({ events, asked, expected }) => {
    expect(allCohorts(events, asked).map(({ counts }) => counts)).toEqual(expected)
  })

  const EXAMPLE = RETENTION_CASES.find(({ title }) => title === 'the example')
  test('the example has rates, unfinished values and appearances', () => {
    if (EXAMPLE === undefined) throw new Error('There is no example')
    const { events, asked } = EXAMPLE
    const [first, second] = allCohorts(events, asked)
    expect(first?.rates).toEqual([1, 1, 0, 0.5])
    expect(second?.isIncomplete).toEqual([false, false, true])
    expect(new Date(second?.startMs ?? 0).toISOString()).toBe('2026-11-18T00:00:00.000Z')
    const [previous] = allCohorts(events, { ...asked, reference: 'previous' })
    expect(previous?.rates).toEqual([1, 1, 0, null])
    // ada is person 1, bob is person 2.
    expect(
      [1, 2].map((actor) => appearancesOf(actor, events, asked, { cohort: 0, value: 0, row: null })),
    ).toEqual([
      [1, 1, 0, 1],
      [1, 1, 0, 0],
    ])
  })
})

describe('trends', () => {
  test.each(TREND_CASES)('$title', ({ events, question, expected }) => {
    const names = { cohortName: String, actionName: String, testAccountFilters: EVERYTHING }
    const items = trendItems(events, question, names)
    expect(items.map(({ label, data, aggregated_value: whole }) => [label, whole ?? data])).toEqual(expected)
    for (const { data, days, count } of items) {
      expect(days).toHaveLength(data.length)
      if (question.display === 'ActionsLineGraph') expect(count).toBe(total(data))
    }
  })

  test('the text of a formula has the brackets that it needs', () => {
    const [a, b]: readonly [Formula, Formula] = [{ series: 0 }, { series: 1 }]
    const of = (operator: Operator, left: Formula, right: Formula): Formula => ({ operator, left, right })
    const texts: readonly (readonly [Formula, string, number])[] = [
      [of('-', a, of('-', b, { number: 2 })), 'A - (B - 2)', 1],
      [of('-', of('-', a, b), { number: 2 }), 'A - B - 2', -3],
      [of('^', a, of('^', b, { number: 0.5 })), 'A ^ B ^ 0.5', 2 ** Math.sqrt(3)],
      [{ minus: of('^', a, { number: 2 }) }, '-A ^ 2', -4],
      [of('^', { minus: a }, { number: 2 }), '(-A) ^ 2', 4],
      [of('/', a, of('*', b, { number: 0 })), 'A / (B * 0)', 0],
    ]
    for (const [formula, text, value] of texts) {
      expect(formulaText(formula)).toBe(text)
      expect(formulaValue(formula, [2, 3])).toBe(value)
    }
  })
})

const LAST_THREE_DAYS = {
  properties: EVERYTHING,
  range: { from: '-3d', to: null, isExplicit: false },
  interval: 'day',
  calendar: { timezone: 'UTC', weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') },
} as const

test('the days of a lifecycle are named as those of a trend', () => {
  const people = { persons: {}, groups: {} }
  const asked = { ...LAST_THREE_DAYS, series: SIGNED_IN, groupTypeIndex: null, toggledLifecycles: [] }
  const [{ days } = { days: [] }] = lifecycleByDefinition([], people, asked)
  expect(days).toEqual(['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'])
})

test('merged distinct ids are one person, created by the first event of any of them', () => {
  const told = (distinctId: string, at: string, name: string, properties = {}): ToldEvent => ({
    uuid: '',
    name,
    distinctId,
    atMs: Date.parse(`2026-11-${at}:00Z`),
    properties,
    request: 0,
  })
  const story = [
    told('anon-1', '17T09:00', 'visit'),
    told('anon-1', '18T09:00', 'signed in'),
    told('ada', '19T09:00', '$identify', { $anon_distinct_id: 'anon-1' }),
    told('ada', '19T10:00', 'signed in'),
    told('bob', '19T11:00', 'signed in'),
  ]
  const events = eventsByPerson(story)
  const persons = personsBehind(story).map(({ createdUs }) => createdUs && createdUs / 1000)
  const stickiness = { criteria: null, isCumulative: false, compare: null }
  const [sticky] = stickinessByDefinition(events, { ...LAST_THREE_DAYS, ...stickiness, series: [SIGNED_IN] })
  expect(sticky?.data).toEqual([1, 1, 0, 0]) // bob is active on 1 day; ada, with both ids, on 2.
  const lifecycle = { series: SIGNED_IN, groupTypeIndex: null, toggledLifecycles: [] }
  const people: CreatedTimes = { persons, groups: {} }
  expect(lifecycleByDefinition(events, people, { ...LAST_THREE_DAYS, ...lifecycle })).toMatchObject([
    { status: 'new', data: [0, 0, 1, 0] }, // bob; ada was created on the 17th, by a visit
    { status: 'returning', data: [0, 0, 1, 0] },
    { status: 'resurrecting', data: [0, 1, 0, 0] },
    { status: 'dormant', data: [0, 0, 0, -2] },
  ])
})

/**
 * Checks properties that hold between the definitions themselves, on the questions that the store is asked.
 */
describe.each(CLOCK_CHANGES)('any question in %s around %s', (timezone, change) => {
  const questions = fc.tuple(
    givenStickiness(timezone, Date.parse(change)),
    givenLifecycle(timezone, Date.parse(change)),
  )

  test('cumulative numbers are the sums of the others', () => {
    fc.assert(
      fc.property(questions, ([asked]) => {
        const exact = stickinessByDefinition(asked.events, { ...asked, isCumulative: false })
        const sums = exact.map(({ data }) => data.map((_, i) => total(data.slice(i))))
        const cumulative = stickinessByDefinition(asked.events, { ...asked, isCumulative: true })
        expect(cumulative.map(({ data }) => data)).toEqual(sums)
        expect(cumulative.map(({ count }) => count)).toEqual(exact.map(({ data }) => total(data)))
      }),
      { numRuns: 10 },
    )
  })

  test('a stickiness, a lifecycle and a trend agree on the number of active intervals', () => {
    fc.assert(
      fc.property(questions, ([, asked]) => {
        const { events, people, series, groupTypeIndex } = asked
        const math = groupTypeIndex === null ? ('dau' as const) : { uniqueGroup: groupTypeIndex }
        const stickiness = {
          criteria: null,
          isCumulative: false,
          compare: null,
          series: [{ ...series, math }],
        }
        const [{ data } = { data: [] }] = stickinessByDefinition(events, { ...asked, ...stickiness } as const)
        const active = total(data.map((persons, i) => persons * (i + 1)))
        const statuses = lifecycleByDefinition(events, people, { ...asked, toggledLifecycles: [] })
        const [fresh, returning, resurrecting] = statuses.map(({ count }) => count)
        expect(total([fresh ?? 0, returning ?? 0, resurrecting ?? 0])).toBe(active)
        const [trend] = trendByDefinition(events, { ...asked, series: [{ ...series, math: 'dau' }] })
        expect(trend?.days).toEqual(statuses[0]?.days)
        // A trend lacks the events of the first interval that are before its range.
        const inTrend = total(trend?.data ?? [])
        if (groupTypeIndex === null) expect(inTrend).toBeLessThanOrEqual(active)
        const isWhole = asked.range.from.endsWith('Start') && ['hour', 'day'].includes(asked.interval)
        if (isWhole && groupTypeIndex === null) expect(inTrend).toBe(active)
      }),
      { numRuns: 10 },
    )
  })

  test('the order of events has no effect', async () => {
    let histories: readonly (readonly GivenEvent[])[] = []
    const stickiness = {
      give: async (given: typeof histories) => {
        histories = given
        return given.map((_, i) => i)
      },
      answer: async (i: number, asked: GivenStickiness) =>
        stickinessByDefinition((histories[i] ?? []).toReversed(), asked),
      people: async (i: number, asked: GivenStickiness, cell: DefinedCell) =>
        stickyActors((histories[i] ?? []).toReversed(), asked, cell),
    }
    await fc.assert(stickinessProperty(stickiness, timezone, change, 2), { numRuns: 5 })
    let people: readonly CreatedTimes[] = []
    const lifecycle = {
      give: (given: readonly { readonly events: readonly GivenEvent[]; readonly people: CreatedTimes }[]) => {
        people = given.map((one) => one.people)
        return stickiness.give(given.map(({ events }) => events))
      },
      answer: async (i: number, asked: GivenLifecycle) =>
        lifecycleByDefinition(
          (histories[i] ?? []).toReversed(),
          people[i] ?? { persons: {}, groups: {} },
          asked,
        ),
      people: async (i: number, asked: GivenLifecycle, cell: LifecycleCell) =>
        actorsWithStatus(
          (histories[i] ?? []).toReversed(),
          people[i] ?? { persons: {}, groups: {} },
          asked,
          cell,
        ),
    }
    await fc.assert(lifecycleProperty(lifecycle, timezone, change, 2), { numRuns: 5 })
  })
})

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
