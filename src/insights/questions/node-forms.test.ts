import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InsightKind } from '#insights/kind/kind.ts'
import { funnels } from '#insights/kinds/funnels/funnels.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { arbitraryOf } from '../../../test/fixtures/arbitrary-of.ts'
import { FLAT_SAMPLES, SAVED_KINDS as KINDS } from '../../../test/fixtures/kind-samples.ts'
import { flatFormOf } from './find-kind.ts'

const RUNS = 300
const SHOWN_ONLY = ['version', 'goalLines']
const UNKNOWN = ['futureField', 'otherField']

const fromFlat = (kind: InsightKind, flat: JsonObject) =>
  kind.fromFlat(parseValue(kind.wire.flat, flat)).node as JsonObject

const isEmpty = (value: unknown) =>
  !isGiven(value) || value === '' || (isJsonObject(value) && Object.keys(value).length === 0)
const listOf = (value: unknown) => (isGiven(value) ? [value].flat() : [])

/**
 * Returns the fields of a node that have a value, by their paths: `trendsFilter.display` for a field in a
 * section.
 */
const placesOf = (node: JsonObject): JsonObject =>
  Object.fromEntries(
    given(node).flatMap(([name, value]) =>
      isJsonObject(value) ? given(value).map(([field, part]) => [`${name}.${field}`, part]) : [[name, value]],
    ),
  )

const given = (section: JsonObject): [string, unknown][] =>
  Object.entries(section).filter(([name, value]) => !isEmpty(value) && !SHOWN_ONLY.includes(name))

/**
 * Returns the parsed question of a node. If a field of a question has two names or two paths, only one of
 * them is in the result.
 */
function questionOf(kind: InsightKind, node: JsonObject): JsonObject {
  const { series, ...others } = parseValue(kind.wire.node, node) as JsonObject
  const {
    'trendsFilter.compare': compare,
    'trendsFilter.formulas': formulas,
    'trendsFilter.formulaNodes': formulaNodes,
    'funnelPathsFilter.funnelSource': funnel,
    ...places
  } = placesOf(others)
  const [formula] = [...listOf(formulas), ...listOf(formulaNodes)]
  return {
    ...(compare !== undefined && { 'compareFilter.compare': compare }),
    ...places,
    ...(isJsonObject(funnel) && { 'funnelPathsFilter.funnelSource': questionOf(funnels as never, funnel) }),
    ...Object.fromEntries(
      given({ 'trendsFilter.formula': isJsonObject(formula) ? formula.formula : formula }),
    ),
    series: listOf(series).map((event) => {
      const { properties, fixedProperties, ...own } = placesOf(event as JsonObject)
      return { event: null, ...own, properties: [...listOf(properties), ...listOf(fixedProperties)] }
    }),
  }
}

const merged = (one: JsonObject, other: JsonObject): JsonObject =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => {
      const [a, b] = [one[name], other[name]]
      return [name, isJsonObject(a) && isJsonObject(b) ? { ...a, ...b } : (b ?? a)]
    }),
  )

const events = fc.array(
  fc.record(
    {
      kind: fc.constant('EventsNode'),
      event: fc.constantFrom('paid', '', 7, null),
      math: fc.constantFrom('dau', 'sum', '', null),
      math_property: fc.constantFrom('price', null),
      custom_name: fc.constantFrom('Money', ''),
      properties: fc.constantFrom([], null, [{ key: 'plan', value: 'pro' }]),
      fixedProperties: fc.constantFrom([], null, [{ key: 'seats', value: 5 }]),
    },
    { requiredKeys: ['kind'] },
  ),
  { maxLength: 3 },
)

/**
 * Arbitrary nodes. Their fields come from the kind's own schema and from the table of flat parameters.
 * Sometimes a node has a field that is in neither of them.
 */
const arbitraryNode = (name: keyof typeof FLAT_SAMPLES, kind: InsightKind): fc.Arbitrary<JsonObject> =>
  fc
    .record({
      ofSchema: arbitraryOf(kind.wire.node) as fc.Arbitrary<JsonObject>,
      parameters: fc.subarray(Object.keys(FLAT_SAMPLES[name])),
      series: events,
      extra: fc.constantFrom(...SHOWN_ONLY, ...SHOWN_ONLY, ...UNKNOWN),
      place: fc.constantFrom('nowhere', 'nowhere', 'node', 'dateRange', 'series'),
      value: fc.constantFrom<unknown>(2, {}, [], null, { a: 1 }),
    })
    .map(({ ofSchema, parameters, series, extra, place, value }) => {
      const sample = Object.fromEntries(parameters.map((key) => [key, FLAT_SAMPLES[name][key]]))
      const hasSeries = 'series' in kind.wire.node.shape
      const own = hasSeries ? { series } : {}
      const node = { ...merged(fromFlat(kind, sample), ofSchema), ...own, kind: kind.names.node }
      if (place === 'node') return { ...node, [extra]: value }
      if (place === 'dateRange') return merged(node, { dateRange: { [extra]: value } })
      return place === 'series' && hasSeries
        ? { ...node, series: series.map((one) => ({ ...one, [extra]: value })) }
        : node
    })

test.each(KINDS)(
  'a random node of %s is the same question after both ways, or has no flat form',
  (name, kind) => {
    let flatForms = 0
    fc.assert(
      fc.property(arbitraryNode(name, kind), (node) => {
        const flat = kind.toFlat(node)
        if (flat === null) return
        flatForms += 1
        expect(questionOf(kind, fromFlat(kind, flat))).toEqual(questionOf(kind, node))
      }),
      { numRuns: RUNS },
    )
    // Few of the arbitrary nodes have a flat form. Of the nodes of retention it is an eighth.
    expect(flatForms).toBeGreaterThan(RUNS / 30)
  },
)

const [visit, paid] = ['visit', 'paid'].map((event) => ({ kind: 'EventsNode', event }))
const trend = { kind: 'TrendsQuery', series: [visit] }
const funnel = { kind: 'FunnelsQuery', series: [visit, paid] }
const exclusion = { kind: 'EventsNode', event: 'left', funnelFromStep: 0, funnelToStep: 1 }

describe('the filters of a query', () => {
  test.each<[string, object, object]>([
    ['the place of early 2024', { ...trend, trendsFilter: { compare: true } }, { compare: true }],
    [
      'the newer place, where both are given',
      { ...trend, trendsFilter: { compare: true }, compareFilter: { compare: false, compare_to: '-1w' } },
      { compare: false, compare_to: '-1w' },
    ],
    ['a formula', { ...trend, trendsFilter: { formula: 'A * 2' } }, { formula: 'A * 2' }],
    ['a list of one formula', { ...trend, trendsFilter: { formulas: ['A * 2'] } }, { formula: 'A * 2' }],
    [
      'one formula with a name',
      { ...trend, trendsFilter: { formulaNodes: [{ formula: 'A * 2', custom_name: 'Twice' }] } },
      { formula: 'A * 2' },
    ],
    [
      'the steps of another visualisation, counted from 0',
      { ...funnel, funnelsFilter: { funnelFromStep: 0, funnelToStep: 1, binCount: 5 } },
      { funnel_from_step: 0, funnel_to_step: 1, bin_count: 5 },
    ],
    [
      'the attribution of a breakdown',
      { ...funnel, funnelsFilter: { breakdownAttributionType: 'step', breakdownAttributionValue: 1 } },
      { breakdown_attribution_type: 'step', breakdown_attribution_value: 1 },
    ],
    [
      'an exclusion',
      { ...funnel, funnelsFilter: { exclusions: [exclusion] } },
      { exclusions: [{ id: 'left', type: 'events', funnel_from_step: 0, funnel_to_step: 1 }] },
    ],
    [
      'fields that change no number',
      { ...trend, version: 2, trendsFilter: { goalLines: [{ value: 1 }] } },
      {},
    ],
    ['empty fields', { ...trend, modifiers: {}, conversionGoal: null, tags: [] }, {}],
  ])('have %s', (_name, query, expected) => {
    const { insight: _, events: __, ...others } = flatFormOf({ kind: 'InsightVizNode', source: query }) ?? {}
    expect(others).toEqual(expected)
  })

  test.each<[string, object]>([
    ['two formulas', { ...trend, trendsFilter: { formulas: ['A', 'B'] } }],
    ['a formula in two places', { ...trend, trendsFilter: { formula: 'A', formulas: ['B'] } }],
    ['modifiers', { ...trend, modifiers: { personsOnEventsMode: 'disabled' } }],
    ['a field that flat parameters lack', { ...trend, conversionGoal: { actionId: 1 } }],
    ['such a field of a section', { ...trend, breakdownFilter: { breakdown_colors: true } }],
    [
      'such a field of a series',
      { ...trend, series: [{ ...visit, math_property_revenue_currency: { static: 'USD' } }] },
    ],
    [
      'a section that is not an object',
      { ...trend, compareFilter: 'previous', trendsFilter: { compare: true } },
    ],
    ['series that are not a list', { ...trend, series: {} }],
    ['an excluded table', { ...funnel, funnelsFilter: { exclusions: [{ kind: 'DataWarehouseNode' }] } }],
    ['exclusions that are not a list', { ...funnel, funnelsFilter: { exclusions: 'left' } }],
  ])('do not exist for %s', (_name, query) => {
    expect(flatFormOf(query)).toBeNull()
  })
})
