import { beforeAll, describe, expect, test } from 'vitest'
import { countsOf, FUNNEL_ASKED, FUNNEL_STORY, funnelCalls, type WireStep } from '../fixtures/funnel-story.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const { ask, peopleAt } = funnelCalls(server)
beforeAll(() => server.capture(FUNNEL_STORY))

describe('call 12, funnel_order_type', () => {
  test.each<[string, number[], string[][]]>([
    [
      'ordered',
      [4, 3, 2],
      [
        ['ada', 'bob', 'cid', 'dan'],
        ['ada', 'bob', 'cid'],
        ['ada', 'bob'],
      ],
    ],
    ['strict', [4, 2, 1], [['ada', 'bob', 'cid', 'dan'], ['ada', 'cid'], ['ada']]],
    [
      'unordered',
      [4, 3, 3],
      [
        ['ada', 'bob', 'cid', 'dan'],
        ['ada', 'bob', 'cid'],
        ['ada', 'bob', 'cid'],
      ],
    ],
  ])('%s', async (order, expected, people) => {
    const steps: WireStep[] = await ask({ funnel_order_type: order })
    expect(countsOf(steps)).toEqual(expected)
    for (const [i, step] of steps.entries()) {
      expect(await peopleAt(step.converted_people_url)).toEqual(people[i])
      if (i === 0) continue
      const dropped = people[i - 1]?.filter((one) => !people[i]?.includes(one))
      expect(await peopleAt(step.dropped_people_url)).toEqual(dropped)
    }
  })

  test('the steps of an unordered funnel have no event', async () => {
    const steps = await ask({ funnel_order_type: 'unordered' })
    expect(
      steps.map(({ name, action_id }: { name: string; action_id: unknown }) => [name, action_id]),
    ).toEqual([
      ['Completed 1 step', null],
      ['Completed 2 steps', null],
      ['Completed 3 steps', null],
    ])
  })
})

test('call 12, exclusions: an actor whose only run has the excluded event is out of every step', async () => {
  const exclusions = [{ id: 'complain', type: 'events', funnel_from_step: 1, funnel_to_step: 2 }]
  const steps: WireStep[] = await ask({ exclusions })
  expect(countsOf(steps)).toEqual([3, 2, 1])
  expect(await peopleAt(steps[0]?.converted_people_url ?? null)).toEqual(['ada', 'cid', 'dan'])
})

describe('call 12, funnel_viz_type', () => {
  test('trends: the conversion of each day, and the people of each', async () => {
    const [trend] = await ask({ funnel_viz_type: 'trends', funnel_to_step: 2 })
    expect(trend).toMatchObject({
      count: 3,
      days: ['2026-11-17', '2026-11-18', '2026-11-19'],
      data: [100, 50, 0],
    })
    expect(await Promise.all(trend.converted_people_urls.map(peopleAt))).toEqual([['ada'], ['bob'], []])
    expect(await Promise.all(trend.dropped_people_urls.map(peopleAt))).toEqual([[], ['cid'], ['dan']])
  })

  test('time_to_convert: the bins, and the people of each', async () => {
    const result = await ask({ funnel_viz_type: 'time_to_convert', bin_count: 2 })
    const { bins, average_conversion_time: average, median_conversion_time: median } = result
    const { people_urls: urls } = result
    // ada took 3 hours, bob 4.
    expect([average, median, bins]).toEqual([
      12_600,
      12_600,
      [
        [10_800, 1],
        [12_600, 0],
        [14_400, 1],
      ],
    ])
    expect(await Promise.all(urls.map(peopleAt))).toEqual([['ada'], [], ['bob']])
  })
})

describe('call 12, the actors', () => {
  test('aggregation_group_type_index', async () => {
    // In flat parameters the index 0 means persons. It is also the index of the first group type, so a node
    // asks for it.
    const { status, body } = await server.request('POST', '/api/projects/1/query/', {
      query: {
        kind: 'FunnelsQuery',
        series: FUNNEL_ASKED.events.map(({ id }) => ({ kind: 'EventsNode', event: id })),
        dateRange: { date_from: FUNNEL_ASKED.date_from, date_to: FUNNEL_ASKED.date_to },
        aggregation_group_type_index: 0,
      },
    })
    expect([status, body.detail]).toEqual([200, undefined])
    expect(countsOf(body.results)).toEqual([2, 2, 2])
    expect(await peopleAt(body.results[2].converted_people_url)).toEqual(['acme', 'beta'])
  })

  test('funnel_aggregate_by_hogql', async () => {
    const steps: WireStep[] = await ask({ funnel_aggregate_by_hogql: 'properties.$session_id' })
    expect(countsOf(steps)).toEqual([4, 3, 2])
    expect(await peopleAt(steps[2]?.converted_people_url ?? null)).toEqual(['ada-17', 'bob-18'])
  })
})
