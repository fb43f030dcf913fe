import { describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PATH = '/api/projects/1/insights/funnel/'
const steps = [{ id: 'visit' }, { id: 'pay', order: 1 }]

const inBody = (parameters: object) => server.request('POST', PATH, { events: steps, ...parameters })
/** Sends the parameters in an address, in which lists are JSON text. */
const inAddress = (parameters: object) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ events: steps, ...parameters }))
    search.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return server.request('GET', `${PATH}?${search}`)
}

const exclusion = (fields: object) => ({ exclusions: [{ id: 'leave', ...fields }] })
const between = { funnel_from_step: 0, funnel_to_step: 1 }
const REFUSED: [what: string, parameters: object, code: string, attr: string, detail?: string][] = [
  [
    'one step over time',
    { events: [{ id: 'visit' }], funnel_viz_type: 'trends' },
    'funnel_requires_two_steps',
    'events',
  ],
  ['no step', { events: [] }, 'required', 'events'],
  [
    '21 steps',
    { events: Array.from({ length: 21 }, (_, order) => ({ id: 'visit', order })) },
    'max_length',
    'events',
  ],
  [
    'another math',
    { events: [{ id: 'visit' }, { id: 'pay', order: 1, math: 'weekly_active' }] },
    'not_supported',
    'events__1__math',
  ],
  ['a sampling of more than all', { sampling_factor: 1.5 }, 'invalid_input', 'sampling_factor'],
  [
    'another order',
    { funnel_order_type: 'strickt' },
    'invalid_choice',
    'funnel_order_type',
    'Did you mean "strict"?',
  ],
  [
    'another visualisation',
    { funnel_viz_type: 'trend' },
    'invalid_choice',
    'funnel_viz_type',
    'Did you mean "trends"?',
  ],
  ['another display', { display: 'Lines' }, 'invalid_choice', 'display'],
  ['a step that is not there', { funnel_to_step: 2 }, 'max_value', 'funnel_to_step'],
  ['a step that is no number', { funnel_from_step: 'first' }, 'invalid_input', 'funnel_from_step'],
  ['bins that are no number', { bin_count: 'few' }, 'invalid_input', 'bin_count'],
  ['another interval', { interval: 'second' }, 'invalid_choice', 'interval'],
  [
    'another attribution',
    { breakdown: 'plan', breakdown_attribution_type: 'last' },
    'invalid_choice',
    'breakdown_attribution_type',
  ],
  [
    'the attribution to no step',
    { breakdown: 'plan', breakdown_attribution_type: 'step' },
    'required',
    'breakdown_attribution_value',
  ],
  [
    'the attribution to a step without an order',
    {
      breakdown: 'plan',
      funnel_order_type: 'unordered',
      breakdown_attribution_type: 'step',
      breakdown_attribution_value: 0,
    },
    'invalid_choice',
    'breakdown_attribution_type',
    'unordered funnel',
  ],
  [
    'bins of a breakdown',
    { breakdown: 'amount', breakdown_histogram_bin_count: 5 },
    'not_supported',
    'breakdown_histogram_bin_count',
  ],
  ['too many rows', { breakdown: 'plan', breakdown_limit: 1001 }, 'max_value', 'breakdown_limit'],
  [
    'cohorts of groups',
    { breakdown: 1, breakdown_type: 'cohort', aggregation_group_type_index: 1 },
    'invalid_choice',
    'breakdown_type',
    'Only persons can be members of cohorts',
  ],
  [
    'an expression that is none',
    { funnel_aggregate_by_hogql: 'properties.' },
    'invalid_input',
    'funnel_aggregate_by_hogql',
  ],
  [
    'an expression beside groups',
    { funnel_aggregate_by_hogql: 'properties.$session_id', aggregation_group_type_index: 1 },
    'invalid_input',
    'funnel_aggregate_by_hogql',
  ],
  [
    'an exclusion without its start',
    exclusion({ funnel_to_step: 1 }),
    'required',
    'exclusions__0__funnel_from_step',
    'Exclusion event needs both of its steps',
  ],
  [
    'an exclusion that ends before it begins',
    exclusion({ funnel_from_step: 0, funnel_to_step: 0 }),
    'invalid_input',
    'exclusions__0__funnel_to_step',
    'Exclusion event range is invalid',
  ],
  [
    'an exclusion from the last step',
    exclusion({ funnel_from_step: 1, funnel_to_step: 2 }),
    'max_value',
    'exclusions__0__funnel_from_step',
    'Exclusion event range is invalid',
  ],
  [
    'an exclusion of a step',
    exclusion({ id: 'pay', ...between }),
    'invalid_input',
    'exclusions__0__id',
    'Exclusion event cannot be one of the steps',
  ],
  [
    'a part of an unordered funnel',
    {
      ...exclusion({ funnel_from_step: 1, funnel_to_step: 2 }),
      funnel_order_type: 'unordered',
      events: [...steps, { id: 'ship', order: 2 }],
    },
    'invalid_input',
    'exclusions__0__funnel_from_step',
    'Partial Exclusions not allowed in unordered funnels',
  ],
  [
    'eleven exclusions',
    { exclusions: Array.from({ length: 11 }, () => ({ id: 'leave', ...between })) },
    'max_length',
    'exclusions',
  ],
  [
    'an exclusion with an unknown field',
    exclusion({ ...between, funnel_step: 1 }),
    'unknown_field',
    'exclusions__0__funnel_step',
  ],
]

describe.each([
  ['call 12, in a body', inBody],
  ['call 11, in an address', inAddress],
])('%s', (_call, ask) => {
  test.each(REFUSED)('%s is refused', async (_what, parameters, code, attr, detail = '') => {
    expect(await ask(parameters)).toMatchObject({
      status: 400,
      body: { type: 'validation_error', code, attr, detail: expect.stringContaining(detail) },
    })
  })
})

test('call 12 without events is refused', async () => {
  const { status, body } = await server.request('POST', PATH, {})
  expect([status, body.code, body.attr]).toEqual([400, 'required', 'events'])
})

test('call 12 accepts explicit defaults', async () => {
  const defaults = {
    funnel_order_type: 'ordered',
    funnel_viz_type: 'steps',
    exclusions: [],
    breakdown_limit: 10,
    funnel_from_step: 0,
    funnel_to_step: 1,
    bin_count: 10,
    breakdown_attribution_type: 'first_touch',
    funnel_aggregate_by_hogql: 'person_id',
    display: 'FunnelViz',
  }
  expect(await inBody(defaults)).toMatchObject({ status: 200, body: { result: [{}, {}] } })
})
