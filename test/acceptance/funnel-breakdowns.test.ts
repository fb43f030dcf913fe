import { beforeAll, describe, expect, test } from 'vitest'
import { countsOf, FUNNEL_ASKED, FUNNEL_STORY, funnelCalls, type WireStep } from '../fixtures/funnel-story.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const { ask, peopleAt } = funnelCalls(server)
beforeAll(() => server.capture(FUNNEL_STORY))

describe('call 12, breakdown', () => {
  const rowsOf = (rows: WireStep[][]) => rows.map((steps) => [steps[0]?.breakdown_value, countsOf(steps)])

  test.each<[string, object, unknown[][]]>([
    [
      'first_touch',
      {},
      [
        ['Firefox', [2, 2, 2]],
        ['Opera', [1, 1, 0]],
        ['$$_posthog_breakdown_null_$$', [1, 0, 0]],
      ],
    ],
    [
      'last_touch',
      {},
      [
        ['Firefox', [1, 1, 1]],
        ['Opera', [1, 1, 0]],
        ['Safari', [1, 1, 1]],
        ['$$_posthog_breakdown_null_$$', [1, 0, 0]],
      ],
    ],
    [
      'all_events',
      {},
      [
        ['Firefox', [2, 1, 1]],
        ['Opera', [1, 1, 0]],
        ['$$_posthog_breakdown_null_$$', [1, 0, 0]],
      ],
    ],
    [
      'step',
      { breakdown_attribution_value: 1 },
      [
        ['Firefox', [1, 1, 1]],
        ['Opera', [1, 1, 0]],
        ['Safari', [1, 1, 1]],
      ],
    ],
    [
      'first_touch',
      { breakdown_limit: 1 },
      [
        ['Firefox', [2, 2, 2]],
        ['$$_posthog_breakdown_other_$$', [1, 1, 0]],
        ['$$_posthog_breakdown_null_$$', [1, 0, 0]],
      ],
    ],
    [
      'first_touch',
      { breakdown_limit: 1, breakdown_hide_other_aggregation: true },
      [
        ['Firefox', [2, 2, 2]],
        ['$$_posthog_breakdown_null_$$', [1, 0, 0]],
      ],
    ],
  ])('%s %j', async (attribution, parameters, expected) => {
    const rows: WireStep[][] = await ask({
      breakdown: '$browser',
      breakdown_attribution_type: attribution,
      ...parameters,
    })
    expect(rowsOf(rows)).toEqual(expected)
    for (const steps of rows)
      for (const { count, converted_people_url: url } of steps)
        expect(await peopleAt(url)).toHaveLength(count)
  })

  test.each<[string, object, unknown[][]]>([
    [
      'event',
      { breakdown: '$browser', breakdown_limit: 1 },
      [
        ['Firefox', 2],
        ['$$_posthog_breakdown_other_$$', 1],
      ],
    ],
    [
      'hogql',
      { breakdown: 'upper(properties.$browser)' },
      [
        ['FIREFOX', 2],
        ['OPERA', 1],
      ],
    ],
    ['group', { breakdown: 'name', breakdown_group_type_index: 0 }, []],
    ['person', { breakdown: 'plan' }, []],
    [
      'session',
      { breakdown: '$session_duration' },
      [
        ['14400', 1],
        ['18000', 1],
        ['7200', 1],
        ['0', 1],
      ],
    ],
    ['cohort', { breakdown: ['all'] }, [['all', 4]]],
  ])('breakdown_type %s', async (type, parameters, expected) => {
    const rows: WireStep[][] = await ask({ breakdown_type: type, ...parameters })
    const found = rows.map(([first]) => [first?.breakdown_value, first?.count])
    const named = found.filter(([value]) => value !== '$$_posthog_breakdown_null_$$')
    expect(named.sort()).toEqual(expected.sort())
    for (const [step] of rows)
      expect(await peopleAt(step?.converted_people_url ?? null)).toHaveLength(step?.count ?? 0)
  })

  test('with trends', async () => {
    const trends = await ask({ breakdown: '$browser', funnel_viz_type: 'trends' })
    expect(
      trends.map((one: { breakdown_value: string; data: number[] }) => [one.breakdown_value, one.data]),
    ).toEqual([
      ['Firefox', [100, 100, 0]],
      ['Opera', [0, 0, 0]],
      ['$$_posthog_breakdown_null_$$', [0, 0, 0]],
    ])
  })

  test('with time_to_convert one histogram of all rows, and a warning', async () => {
    const parameters = { ...FUNNEL_ASKED, funnel_viz_type: 'time_to_convert', bin_count: 1 }
    const ask = (more: object) =>
      server.request('POST', '/api/projects/1/insights/funnel/', { ...parameters, ...more })
    const { body: whole } = await ask({})
    const { body } = await ask({ breakdown: '$browser' })
    expect(body.result.bins).toEqual(whole.result.bins)
    expect([whole.warnings, body.warnings]).toMatchObject([
      undefined,
      [{ code: 'breakdown_left_out', attr: 'breakdown' }],
    ])
  })
})
