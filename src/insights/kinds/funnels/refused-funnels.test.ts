import { describe, expect, test } from 'vitest'
import { MOST_STEPS } from '#insights/runs/question/query.ts'
import {
  breakdown,
  EVENTS,
  excluded,
  filter,
  ofFlat,
  ofNode,
  SERIES,
} from '../../../../test/fixtures/funnel-forms.ts'

const refused = (code: string, attr: string) => expect.objectContaining({ kind: 'invalid', code, attr })
/**
 * A refused question twice: as flat parameters with the flat name of the refused field, and as fields of a
 * node with the name of the field there.
 */
type Refused = [code: string, flat: object, flatName: string, node: object, nodeName: string]

const inFilter = (field: string, name: string, code: string, ...values: unknown[]) =>
  values.map(
    (value): Refused => [
      code,
      { [name]: value },
      name,
      filter({ [field]: value }),
      `query__funnelsFilter__${field}`,
    ],
  )

describe('refused with the name of the field', () => {
  test.each<Refused>([
    ...inFilter('funnelOrderType', 'funnel_order_type', 'invalid_choice', 'stric', 'Strict', 'constructor'),
    ...inFilter('funnelOrderType', 'funnel_order_type', 'invalid_input', 5, {}),
    ...inFilter('funnelVizType', 'funnel_viz_type', 'invalid_choice', 'step', 'TRENDS', 'flow'),
    ...inFilter('funnelFromStep', 'funnel_from_step', 'invalid_input', 'one', 0.5, {}, true, '1e0'),
    ...inFilter('funnelFromStep', 'funnel_from_step', 'min_value', -1),
    ...inFilter('funnelFromStep', 'funnel_from_step', 'max_value', 2),
    ...inFilter('funnelToStep', 'funnel_to_step', 'min_value', 0),
    ...inFilter('funnelToStep', 'funnel_to_step', 'max_value', 3, '99'),
    ...inFilter('binCount', 'bin_count', 'invalid_input', 'many', 2.5, [3]),
    ...inFilter('breakdownAttributionType', 'breakdown_attribution_type', 'invalid_choice', 'first', 'STEP'),
    ...inFilter('breakdownAttributionValue', 'breakdown_attribution_value', 'max_value', 3),
    ...inFilter('breakdownAttributionValue', 'breakdown_attribution_value', 'min_value', -1),
    ...inFilter('breakdownAttributionValue', 'breakdown_attribution_value', 'invalid_input', 'x'),
    ...inFilter('funnelAggregateByHogQL', 'funnel_aggregate_by_hogql', 'invalid_input', 'count(', 5),
    [
      'invalid_input',
      { funnel_from_step: 1, funnel_to_step: 1 },
      'funnel_to_step',
      filter({ funnelFromStep: 1, funnelToStep: 1 }),
      'query__funnelsFilter__funnelToStep',
    ],
    [
      'required',
      { breakdown_attribution_type: 'step' },
      'breakdown_attribution_value',
      filter({ breakdownAttributionType: 'step' }),
      'query__funnelsFilter__breakdownAttributionValue',
    ],
    [
      'invalid_choice',
      {
        funnel_order_type: 'unordered',
        breakdown_attribution_type: 'step',
        breakdown_attribution_value: 0,
      },
      'breakdown_attribution_type',
      filter({
        funnelOrderType: 'unordered',
        breakdownAttributionType: 'step',
        breakdownAttributionValue: 0,
      }),
      'query__funnelsFilter__breakdownAttributionType',
    ],
    [
      'invalid_input',
      { aggregation_group_type_index: 5 },
      'aggregation_group_type_index',
      { aggregation_group_type_index: 5 },
      'query__aggregation_group_type_index',
    ],
    [
      'invalid_input',
      { aggregation_group_type_index: 1, funnel_aggregate_by_hogql: 'event' },
      'funnel_aggregate_by_hogql',
      { aggregation_group_type_index: 1, ...filter({ funnelAggregateByHogQL: 'event' }) },
      'query__funnelsFilter__funnelAggregateByHogQL',
    ],
    [
      'invalid_choice',
      { breakdown: 1, breakdown_type: 'cohort', aggregation_group_type_index: 1 },
      'breakdown_type',
      { ...breakdown({ breakdown: 1, breakdown_type: 'cohort' }), aggregation_group_type_index: 1 },
      'query__breakdownFilter__breakdown_type',
    ],
    [
      'not_supported',
      { breakdown: 'a', breakdown_histogram_bin_count: 5 },
      'breakdown_histogram_bin_count',
      breakdown({ breakdown: 'a', breakdown_histogram_bin_count: 5 }),
      'query__breakdownFilter__breakdown_histogram_bin_count',
    ],
    [
      'not_supported',
      { breakdowns: [{ property: 'a' }, { property: 'b', histogram_bin_count: 5 }] },
      'breakdowns__1__histogram_bin_count',
      breakdown({ breakdowns: [{ property: 'a' }, { property: 'b', histogram_bin_count: 5 }] }),
      'query__breakdownFilter__breakdowns__1__histogram_bin_count',
    ],
    [
      'max_value',
      { breakdown: 'a', breakdown_limit: 1001 },
      'breakdown_limit',
      breakdown({ breakdown: 'a', breakdown_limit: 1001 }),
      'query__breakdownFilter__breakdown_limit',
    ],
    ['invalid_choice', { interval: 'second' }, 'interval', { interval: 'second' }, 'query__interval'],
    [
      'not_supported',
      { events: [...EVENTS, { id: 'a', order: 3, math: 'sum' }] },
      'events__3__math',
      { series: [...SERIES, excluded('a', { math: 'sum' })] },
      'query__series__3__math',
    ],
    [
      'max_length',
      { events: Array.from({ length: MOST_STEPS + 1 }, () => ({ id: 'a' })) },
      'events',
      { series: Array.from({ length: MOST_STEPS + 1 }, () => excluded('a')) },
      'query__series',
    ],
  ])('%s %j', (code, flat, flatName, node, nodeName) => {
    expect(() => ofFlat(flat)).toThrow(refused(code, flatName))
    expect(() => ofNode(node)).toThrow(refused(code, nodeName))
  })

  describe('optional steps', () => {
    const optional = (...steps: number[]) =>
      SERIES.map((one, i) => (steps.includes(i) ? { ...one, optionalInFunnel: true } : one))

    test.each<[string, object, string]>([
      ['invalid_choice', { series: optional(0, 1) }, 'series__0__optionalInFunnel'],
      [
        'not_supported',
        { series: optional(1), funnelsFilter: { funnelOrderType: 'strict' } },
        'series__1__optionalInFunnel',
      ],
      [
        'not_supported',
        { series: optional(2), funnelsFilter: { funnelOrderType: 'unordered' } },
        'series__2__optionalInFunnel',
      ],
      [
        'invalid_choice',
        { series: optional(1), funnelsFilter: { funnelVizType: 'trends', funnelFromStep: 1 } },
        'funnelsFilter__funnelFromStep',
      ],
      [
        'invalid_choice',
        { series: optional(2), funnelsFilter: { funnelVizType: 'time_to_convert', funnelToStep: 2 } },
        'funnelsFilter__funnelToStep',
      ],
      [
        'invalid_input',
        { series: optional(1, 2), funnelsFilter: { funnelVizType: 'trends' } },
        'funnelsFilter__funnelFromStep',
      ],
      [
        'invalid_choice',
        {
          series: optional(1),
          funnelsFilter: { exclusions: [excluded('x', { funnelFromStep: 0, funnelToStep: 1 })] },
        },
        'funnelsFilter__exclusions__0__funnelToStep',
      ],
    ])('%s %j', (code, node, name) => {
      expect(() => ofNode(node)).toThrow(refused(code, `query__${name}`))
    })

    test('others are taken', () => {
      expect(ofNode({ series: optional(1) }).optionalSteps).toEqual([1])
      const trends = { series: optional(2), funnelsFilter: { funnelVizType: 'trends' } }
      expect(ofNode(trends)).toMatchObject({ fromStep: 0, toStep: 1 })
      const required = SERIES.map((one) => ({ ...one, optionalInFunnel: false }))
      expect(ofNode({ series: required })).toEqual(ofNode({}))
    })
  })

  test('a display that does not exist', () => {
    expect(() => ofFlat({ display: 'ActionsLine' })).toThrow(refused('invalid_choice', 'display'))
  })
})
