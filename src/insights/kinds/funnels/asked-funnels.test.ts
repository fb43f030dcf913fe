import { describe, expect, test } from 'vitest'
import { vocabulary } from '#insights/questions/vocabulary.ts'
import type { JsonObject } from '#shared/json-value.ts'
import { breakdown, excluded, filter, ofFlat, ofNode, pro } from '../../../../test/fixtures/funnel-forms.ts'
import { funnels } from './funnels.ts'

const nothing = { kind: 'group', combine: 'and', members: [] }
const by = (key: string, fields: object = {}) => ({
  kind: 'properties',
  by: [{ value: { on: 'event', key }, normalizesUrl: false, bins: null }],
  isList: false,
  limit: 10,
  hidesOther: false,
  ...fields,
})
const isPro = { kind: 'filter', on: 'event', key: 'plan', operator: 'exact', values: ['pro'] }

test('a funnel has the defaults of all other fields', () => {
  expect(ofNode({})).toEqual(ofFlat({}))
  expect(ofFlat({})).toMatchObject({
    order: 'ordered',
    exclusions: [],
    fromStep: 0,
    toStep: 2,
    visualisation: { kind: 'steps' },
    aggregation: { of: 'person' },
    breakdown: null,
    attribution: { kind: 'first_touch' },
  })
})

describe('flat parameters and a node ask the same', () => {
  test.each<[string, JsonObject, JsonObject, JsonObject]>([
    ['strict', { funnel_order_type: 'strict' }, filter({ funnelOrderType: 'strict' }), { order: 'strict' }],
    [
      'unordered',
      { funnel_order_type: 'unordered' },
      filter({ funnelOrderType: 'unordered' }),
      { order: 'unordered' },
    ],
    [
      'trends by the day',
      { funnel_viz_type: 'trends' },
      filter({ funnelVizType: 'trends' }),
      { visualisation: { kind: 'trends', interval: 'day' } },
    ],
    [
      'trends of two steps by another interval',
      { funnel_viz_type: 'trends', interval: 'WEEK', funnel_from_step: 1, funnel_to_step: 2 },
      { interval: 'week', ...filter({ funnelVizType: 'trends', funnelFromStep: 1, funnelToStep: 2 }) },
      { visualisation: { kind: 'trends', interval: 'week' }, fromStep: 1, toStep: 2 },
    ],
    [
      'times between steps that are text',
      { funnel_viz_type: 'time_to_convert', funnel_from_step: '0', funnel_to_step: '1' },
      filter({ funnelVizType: 'time_to_convert', funnelFromStep: '0', funnelToStep: '1' }),
      { visualisation: { kind: 'time_to_convert', binCount: null }, fromStep: 0, toStep: 1 },
    ],
    [
      'times in bins',
      { funnel_viz_type: 'time_to_convert', bin_count: '7' },
      filter({ funnelVizType: 'time_to_convert', binCount: 7 }),
      { visualisation: { kind: 'time_to_convert', binCount: 7 } },
    ],
    [
      'groups',
      { aggregation_group_type_index: 2 },
      { aggregation_group_type_index: 2 },
      { aggregation: { of: 'group', groupTypeIndex: 2 } },
    ],
    [
      'the values of an expression',
      { funnel_aggregate_by_hogql: 'properties.$session_id' },
      filter({ funnelAggregateByHogQL: 'properties.$session_id' }),
      { aggregation: { of: 'expression', expression: { text: 'properties.$session_id' } } },
    ],
    [
      'an exclusion',
      { exclusions: [{ id: 'left', properties: pro, funnel_from_step: 0, funnel_to_step: '1' }] },
      filter({ exclusions: [excluded('left', { properties: pro, funnelFromStep: 0, funnelToStep: 1 })] }),
      {
        exclusions: [
          {
            series: { event: 'left', properties: { ...nothing, members: [isPro] } },
            fromStep: 0,
            toStep: 1,
          },
        ],
      },
    ],
    [
      'an action that is excluded',
      { exclusions: [{ id: 5, type: 'actions', funnel_from_step: 1, funnel_to_step: 2 }] },
      filter({ exclusions: [{ kind: 'ActionsNode', id: 5, funnelFromStep: 1, funnelToStep: 2 }] }),
      {
        exclusions: [{ series: { event: null, actionId: 5, properties: nothing }, fromStep: 1, toStep: 2 }],
      },
    ],
    [
      'an exclusion from all of an unordered funnel',
      { funnel_order_type: 'unordered', exclusions: [{ id: 'left' }] },
      filter({ funnelOrderType: 'unordered', exclusions: [excluded('left')] }),
      { exclusions: [{ series: { event: 'left', properties: nothing }, fromStep: 0, toStep: 2 }] },
    ],
    [
      'the same with its steps',
      {
        funnel_order_type: 'unordered',
        exclusions: [{ id: 'left', funnel_from_step: 0, funnel_to_step: 2 }],
      },
      filter({
        funnelOrderType: 'unordered',
        exclusions: [excluded('left', { funnelFromStep: 0, funnelToStep: 2 })],
      }),
      { exclusions: [{ series: { event: 'left', properties: nothing }, fromStep: 0, toStep: 2 }] },
    ],
    [
      'a step that is excluded before it',
      { exclusions: [{ id: 'pay', funnel_from_step: 0, funnel_to_step: 1 }] },
      filter({ exclusions: [excluded('pay', { funnelFromStep: 0, funnelToStep: 1 })] }),
      { exclusions: [{ series: { event: 'pay', properties: nothing }, fromStep: 0, toStep: 1 }] },
    ],
    [
      'some of the events of a step',
      { exclusions: [{ id: 'visit', properties: pro, funnel_from_step: 0, funnel_to_step: 1 }] },
      filter({ exclusions: [excluded('visit', { properties: pro, funnelFromStep: 0, funnelToStep: 1 })] }),
      { exclusions: [{ fromStep: 0, toStep: 1 }] },
    ],
    [
      'a breakdown of 10 rows',
      { breakdown: '$browser' },
      breakdown({ breakdown: '$browser' }),
      { breakdown: by('$browser'), attribution: { kind: 'first_touch' } },
    ],
    [
      'a breakdown of more, with another attribution',
      { breakdown: '$browser', breakdown_limit: 40, breakdown_attribution_type: 'all_events' },
      {
        ...breakdown({ breakdown: '$browser', breakdown_limit: 40 }),
        ...filter({ breakdownAttributionType: 'all_events' }),
      },
      { breakdown: by('$browser', { limit: 40 }), attribution: { kind: 'all_events' } },
    ],
    [
      'the attribution to a step',
      { breakdown: ['a'], breakdown_attribution_type: 'step', breakdown_attribution_value: '1' },
      {
        ...breakdown({ breakdown: ['a'] }),
        ...filter({ breakdownAttributionType: 'step', breakdownAttributionValue: 1 }),
      },
      { breakdown: by('a', { isList: true }), attribution: { kind: 'step', step: 1 } },
    ],
    [
      'a breakdown of an unordered funnel of sessions',
      {
        breakdown: 'a',
        funnel_order_type: 'unordered',
        breakdown_attribution_type: 'last_touch',
        funnel_aggregate_by_hogql: 'properties.$session_id',
      },
      {
        ...breakdown({ breakdown: 'a' }),
        ...filter({
          funnelOrderType: 'unordered',
          breakdownAttributionType: 'last_touch',
          funnelAggregateByHogQL: 'properties.$session_id',
        }),
      },
      { order: 'unordered', breakdown: by('a'), attribution: { kind: 'last_touch' } },
    ],
    [
      'a breakdown by cohorts',
      { breakdown: '[1, "all"]', breakdown_type: 'cohort' },
      breakdown({ breakdown: [1, 'all'], breakdown_type: 'cohort' }),
      { breakdown: { kind: 'cohorts', cohorts: [1, 'all'] } },
    ],
  ])('%s', (_name, flat, node, expected) => {
    const query = ofFlat(flat)
    expect(query).toMatchObject(expected)
    expect(JSON.stringify(ofNode(node))).toBe(JSON.stringify(query))
  })

  test('group type 0, which flat parameters have for persons', () => {
    expect(ofFlat({ aggregation_group_type_index: 0 }).aggregation).toEqual({ of: 'person' })
    expect(ofNode({ aggregation_group_type_index: 0 }).aggregation).toEqual({
      of: 'group',
      groupTypeIndex: 0,
    })
  })
})

test('the time of a question is cut into buckets in trends only', () => {
  const intervalOf = (parameters: object) =>
    funnels.time(ofFlat({ interval: 'hour', ...parameters })).interval
  expect(
    ['steps', 'time_to_convert', 'trends'].map((funnel_viz_type) => intervalOf({ funnel_viz_type })),
  ).toEqual([null, null, 'hour'])
})

test('every name of the vocabulary is parsed, and the first is the default', () => {
  const { orders, visualisations, attributions } = vocabulary().funnels
  const named = (of: (fields: object) => string, field: string, names: readonly string[], fields = {}) => {
    expect(names.map((name) => of(filter({ [field]: name, ...fields })))).toEqual(names)
    expect(of({})).toBe(names[0])
  }
  named((fields) => ofNode(fields).order, 'funnelOrderType', orders)
  named((fields) => ofNode(fields).visualisation.kind, 'funnelVizType', visualisations)
  const attributionOf = (fields: object) =>
    ofNode({ ...breakdown({ breakdown: 'plan' }), ...fields }).attribution.kind
  named(attributionOf, 'breakdownAttributionType', attributions, { breakdownAttributionValue: 1 })
})
