import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

const at = (time: string, day = 18) => `2026-11-${day}T${time}:00Z`
const did = (who: string, event: string, time: string, properties = {}) => ({
  event,
  distinct_id: who,
  timestamp: at(time),
  properties,
})

beforeAll(() =>
  server.capture([
    did('ann', 'visit', '10:00'),
    did('ann', 'sign up', '10:10'),
    did('ann', 'visit', '10:20'),
    did('ann', 'pay', '10:30'),
  ]),
)

/** The answer of a query node. */
async function query(node: object) {
  const { status, body } = await server.request('POST', '/api/projects/1/query/', { query: node })
  expect([status, body.detail]).toEqual([200, undefined])
  return body
}

const funnel = (events: string, more: object = {}) => ({
  kind: 'FunnelsQuery',
  series: events.split(', ').map((event) => ({
    kind: 'EventsNode',
    event: event.replace('?', ''),
    ...(event.endsWith('?') && { optionalInFunnel: true }),
  })),
  dateRange: { date_from: '2026-11-17', date_to: '2026-11-19' },
  ...more,
})

/** The distinct ids of the people at a link of an answer, in order. */
async function peopleAt(url: string, more = ''): Promise<string[]> {
  const { status, body } = await server.request('GET', `${url}${more}`)
  expect([status, body.detail]).toEqual([200, undefined])
  return body.results[0].people.map((one: { distinct_ids: string[] }) => one.distinct_ids[0]).sort()
}

const countsOf = ({ results }: { results: { count: number }[] }) => results.map(({ count }) => count)

describe('an optional step only adds', () => {
  test.each(['visit, sign up, pay', 'visit, sign up?, pay'])('%s: all three are done', async (events) => {
    const answer = await query(funnel(events))
    expect(countsOf(answer)).toEqual([1, 1, 1])
    const [, signUp] = answer.results
    expect(await peopleAt(signUp.converted_people_url)).toEqual(['ann'])
    expect(await peopleAt(signUp.dropped_people_url)).toEqual([])
    expect(signUp.average_conversion_time).toBe(600)
  })

  test('its explanation and the events in lists of people are those of that run, also over time', async () => {
    const [, , pay] = (await query(funnel('visit, sign up?, pay'))).results
    const [trend] = (
      await query(funnel('visit, sign up?, pay', { funnelsFilter: { funnelVizType: 'trends' } }))
    ).results
    for (const url of [pay.converted_people_url, trend.converted_people_urls[1]]) {
      const { body } = await server.request('GET', `${url}&include_matched_events=true`)
      const [ann] = body.results[0].people
      const explained = (await server.request('GET', ann.explain_url)).body
      for (const events of [ann.matched_events, explained.best_run])
        expect(
          events.map(
            ({ event, timestamp }: Record<string, string>) => `${event} ${timestamp?.slice(11, 16)}`,
          ),
        ).toEqual(['visit 10:00', 'sign up 10:10', 'pay 10:30'])
    }
  })
})
