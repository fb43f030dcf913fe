import { describe, expect, test } from 'vitest'
import { ofFlat } from '../../../../test/fixtures/funnel-forms.ts'

describe('fields that change no number of a question are not in it', () => {
  test.each<[string, object]>([
    ['the explicit defaults', { funnel_order_type: 'ordered', funnel_viz_type: 'steps', exclusions: [] }],
    ['an interval', { interval: 'hour' }],
    ['compared steps', { funnel_from_step: 1, funnel_to_step: 2 }],
    ['bins', { bin_count: 12 }],
    ['an automatic number of bins', { bin_count: 'auto' }],
    ['an attribution', { breakdown_attribution_type: 'last_touch' }],
    ['one to a step', { breakdown_attribution_type: 'step', breakdown_attribution_value: 1 }],
    ['a limit of no breakdown', { breakdown_limit: 10, breakdown_type: 'event', breakdown: '' }],
    ['the expression of persons', { funnel_aggregate_by_hogql: 'person_id' }],
    ['an empty expression', { funnel_aggregate_by_hogql: ' ' }],
    ['a display of another kind', { display: 'ActionsTable' }],
    ['the display of a funnel', { display: 'FunnelViz' }],
    [
      'empty fields',
      {
        funnel_viz_type: '',
        funnel_order_type: null,
        funnel_from_step: '',
        funnel_to_step: null,
        bin_count: '',
        breakdown_attribution_type: '',
        funnel_aggregate_by_hogql: '',
        exclusions: '[]',
      },
    ],
    ['presentation', { layout: 'vertical', funnel_step_reference: 'total' }],
  ])('%s', (_name, parameters) => {
    expect(ofFlat(parameters)).toEqual(ofFlat({}))
  })

  test.each([
    ['funnel_from_step', { funnel_viz_type: 'trends', funnel_from_step: 0, funnel_to_step: 2, bin_count: 3 }],
    ['the display of a trend', { display: 'ActionsLineGraph' }],
  ])('%s of trends', (_name, parameters) => {
    expect(ofFlat(parameters)).toEqual(ofFlat({ funnel_viz_type: 'trends' }))
  })

  test.each([
    [-5, 1],
    [0, 1],
    [91, 90],
    ['1000', 90],
  ])('%s bins are %d', (given, binCount) => {
    const { visualisation } = ofFlat({ funnel_viz_type: 'time_to_convert', bin_count: given })
    expect(visualisation).toEqual({ kind: 'time_to_convert', binCount })
  })

  test('a display beside a visualisation', () => {
    const asked = { display: 'ActionsLineGraph', funnel_viz_type: 'time_to_convert' }
    expect(ofFlat(asked).visualisation.kind).toBe('time_to_convert')
  })

  test('the name of an exclusion, and the attribution of a breakdown by cohorts', () => {
    const left = { id: 'left', funnel_from_step: 0, funnel_to_step: 1 }
    const named = { ...left, name: 'Left', custom_name: 'Gone', order: 3, math: 'total' }
    expect(ofFlat({ exclusions: [named] })).toEqual(ofFlat({ exclusions: [left] }))
    const cohorts = { breakdown: 1, breakdown_type: 'cohort' }
    expect(ofFlat({ ...cohorts, breakdown_attribution_type: 'all_events' })).toEqual(ofFlat(cohorts))
  })
})
