import { describe, expect, test } from 'vitest'
import { goldenOf } from '../../../../test/fixtures/golden-statement.ts'
import { flatQuestion, resolvedQuestion } from '../../../../test/fixtures/questions.ts'
import { correlation } from './correlation.ts'
import type { CorrelationPlan } from './plan.ts'
import { partsOf, sideOf, sizesOf } from './population.ts'
import type { FunnelPopulation } from './population-walk.ts'
import { itemCounts, peopleWith } from './queries.ts'
import type { CorrelationQuery } from './query.ts'

const FUNNEL = { events: [{ id: 'visit' }, { id: 'paid', order: 1 }], funnel_window_interval: 1 }
const queryOf = (parameters: object) =>
  flatQuestion(correlation, { ...FUNNEL, ...parameters }).query as CorrelationQuery

function planOf(parameters: object, { hasMerges = false } = {}): CorrelationPlan {
  const calendar = { timezone: 'UTC', weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') } as const
  const facts = { projectId: 7, hasMerges }
  return correlation.plan(resolvedQuestion(correlation, queryOf(parameters), calendar, facts))
}

const PERSONS: FunnelPopulation = {
  actors: Uint32Array.of(4, 9),
  startsMs: Float64Array.of(1_000, 2_000),
  endsMs: Float64Array.of(5_000, 2_000),
  converted: Uint8Array.of(1, 0),
}
const GROUPS: FunnelPopulation = { ...PERSONS, actors: BigUint64Array.of(4n, 2n ** 63n) }

const BY_EVENT_PROPERTY = {
  funnel_correlation_type: 'event_with_properties',
  funnel_correlation_event_names: ['watched'],
  funnel_correlation_event_exclude_property_names: ['$ip'],
}
const BY_PROPERTY = { funnel_correlation_type: 'properties', funnel_correlation_names: ['plan'] }

describe('the statement', () => {
  test.each<[string, object, FunnelPopulation, { hasMerges?: boolean }]>([
    ['events', { funnel_correlation_exclude_event_names: ['$pageleave'] }, PERSONS, {}],
    ['events-of-merged-persons', {}, PERSONS, { hasMerges: true }],
    ['events-of-groups', { aggregation_group_type_index: 2 }, GROUPS, {}],
    ['event-properties', BY_EVENT_PROPERTY, PERSONS, {}],
    ['person-properties', BY_PROPERTY, PERSONS, {}],
    [
      'all-group-properties',
      {
        ...BY_PROPERTY,
        aggregation_group_type_index: 2,
        funnel_correlation_names: ['$all'],
        funnel_correlation_exclude_names: ['plan'],
      },
      GROUPS,
      {},
    ],
  ])('%s', async (name, parameters, population, circumstances) => {
    const sizes = { successes: 1, failures: 1 }
    const statement = itemCounts(planOf(parameters, circumstances), population, sizes)
    await expect(goldenOf(statement)).toMatchFileSnapshot(`./__golden__/${name}.sql`)
  })

  test('for the actors of a walk without an actor', async () => {
    const { sql } = correlation.queries(planOf({})).counts
    await expect(goldenOf(sql)).toMatchFileSnapshot('./__golden__/without-actors.sql')
  })

  test('of the people behind a number', async () => {
    const statement = peopleWith(planOf({}), PERSONS, { name: 'watched', property: null, value: null })
    await expect(goldenOf(statement)).toMatchFileSnapshot('./__golden__/people.sql')
  })
})

describe('the question', () => {
  test('is the same however its funnel is shown', () => {
    const shown = {
      funnel_viz_type: 'trends',
      interval: 'hour',
      breakdown: '$browser',
      breakdown_attribution_type: 'last_touch',
      funnel_from_step: 0,
    }
    expect(queryOf(shown)).toEqual(queryOf({}))
  })

  test('reads the properties that it looks at', () => {
    expect(correlation.reads(queryOf(BY_PROPERTY))).toEqual({
      isAnyEvent: false,
      people: true,
      propertiesOf: 'person',
    })
    expect(correlation.reads(queryOf({}))).toEqual({ isAnyEvent: true, people: true })
  })
})

describe('a population', () => {
  const many: FunnelPopulation = {
    actors: Uint32Array.from({ length: 1_000_001 }, (_, i) => i),
    startsMs: new Float64Array(1_000_001),
    endsMs: new Float64Array(1_000_001),
    converted: Uint8Array.from({ length: 1_000_001 }, (_, i) => i % 2),
  }

  test('is divided into parts that have each actor once', () => {
    const parts = partsOf(many)
    expect(parts.map(({ actors }) => actors.length)).toEqual([500_000, 500_000, 1])
    expect(parts.map(({ actors }) => actors[0])).toEqual([0, 500_000, 1_000_000])
    expect(parts.map(({ converted }) => converted.length)).toEqual([500_000, 500_000, 1])
  })

  test('has two sides', () => {
    expect(sizesOf(many)).toEqual({ successes: 500_000, failures: 500_001 })
    expect(sideOf(PERSONS, true)).toEqual({
      actors: Uint32Array.of(4),
      startsMs: Float64Array.of(1_000),
      endsMs: Float64Array.of(5_000),
      converted: Uint8Array.of(1),
    })
    expect(sideOf(GROUPS, false).actors).toEqual(BigUint64Array.of(2n ** 63n))
  })
})
