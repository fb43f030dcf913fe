import { beforeAll, describe, expect, test } from 'vitest'
import { FUNNEL_STORY, funnelCalls, type WireStep } from '../fixtures/funnel-story.ts'
import { useApp } from '../fixtures/use-app.ts'

const PEOPLE = ['ada', 'bob', 'cid', 'dan']

const server = useApp()
const { ask } = funnelCalls(server)
beforeAll(() => server.capture(FUNNEL_STORY))

interface Trend {
  readonly data: readonly number[]
  readonly converted_people_urls: readonly string[]
}

describe.each<[string, object]>([
  ['first touch', {}],
  ['last touch', { breakdown_attribution_type: 'last_touch' }],
  ['all events', { breakdown_attribution_type: 'all_events' }],
  ['the first step', { breakdown_attribution_type: 'step', breakdown_attribution_value: 0 }],
  ['the last step', { breakdown_attribution_type: 'step', breakdown_attribution_value: 2 }],
  ['the values beyond the limit', { breakdown_limit: 1 }],
  ['no breakdown', { breakdown: '' }],
])('by %s: an explanation agrees with each list of people', (_, attribution) => {
  const BROKEN_DOWN = { breakdown: '$browser', breakdown_type: 'event', ...attribution }

  /** Returns the links of the actors of a list, by their names. Links of other actors are made from these. */
  async function explainedAt(url: string) {
    const { status, body } = await server.request('GET', url)
    expect([status, body.detail]).toEqual([200, undefined])
    const { people } = body.results[0]
    const names = people.map((one: { distinct_ids: string[] }) => one.distinct_ids[0])
    const linkOf = (name: string) => {
      const link = new URL(people[0].explain_url, 'http://localhost')
      link.searchParams.set('actor', name)
      return people[names.indexOf(name)]?.explain_url ?? `${link.pathname}${link.search}`
    }
    const explanations = await Promise.all(
      PEOPLE.map(async (name) => [name, (await server.request('GET', linkOf(name))).body] as const),
    )
    return { names, explanations }
  }

  test('of every step', async () => {
    const steps: (WireStep & { order: number })[] = (await ask(BROKEN_DOWN)).flat()
    for (const { order, count, converted_people_url } of steps.filter((step) => step.count > 0)) {
      const { names, explanations } = await explainedAt(converted_people_url ?? '')
      expect(names).toHaveLength(count)
      for (const [name, { steps_reached }] of explanations)
        expect([name, steps_reached > order]).toEqual([name, names.includes(name)])
    }
  })

  test('of every interval', async () => {
    const trends: Trend[] = await ask({ ...BROKEN_DOWN, funnel_viz_type: 'trends' })
    const urls = trends.flatMap((row) => row.converted_people_urls.filter((_, place) => row.data[place]))
    expect(urls.length).toBeGreaterThan(0)
    for (const url of urls) {
      const { names, explanations } = await explainedAt(url)
      for (const [name, { reason }] of explanations)
        expect([name, reason === 'completed']).toEqual([name, names.includes(name)])
    }
  })
})
