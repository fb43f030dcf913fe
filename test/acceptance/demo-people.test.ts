import { beforeAll, describe, expect, test } from 'vitest'
import { type Demo, makeDemo } from '../../src/demo/make-demo.ts'
import type { StoryEvent } from '../../src/demo/session.ts'
import { tellStory } from '../../src/demo/story.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const STORY = { seed: 1, eventCount: 20_000, nowMs: server.nowMs }
const story = await tellStory(STORY)

let demo: Demo
beforeAll(async () => {
  demo = await makeDemo({
    ...STORY,
    url: await server.app.server.listen({ port: 0, host: '127.0.0.1' }),
    personalApiKey: KEY,
    signal: new AbortController().signal,
    onProject() {},
    onProgress() {},
  })
}, 180_000)

const get = async (path: string) =>
  (await server.request('GET', `/api/projects/${demo.project.id}/${path}`)).body
const saved = async (name: string) =>
  (await get(`insights/${demo.insights.find((one) => one.name === name)?.id}/?refresh=true`)).results

// The expected persons: the id of each browser belongs to the person who was identified in it.
const emailOf = new Map(
  story
    .filter(({ name }) => name === '$identify')
    .map(({ properties, visitor }) => [properties.$anon_distinct_id, visitor.distinctId]),
)
const idOf = ({ visitor }: StoryEvent): string => visitor.distinctId
const humanOf = (event: StoryEvent): string => emailOf.get(idOf(event)) ?? idOf(event)
const whoDid = (name: string, who: (event: StoryEvent) => string): Set<string> =>
  new Set(story.filter((event) => event.name === name).map(who))

describe('people of the demo project', () => {
  test('count once each, also with several ids', async () => {
    const humans = new Set(story.map(humanOf))
    expect((await get('persons/?limit=1')).count).toBe(humans.size)
    // A person who signed up within the last hours may not have signed in with the second browser yet.
    const inStory = new Set(story.map(({ visitor }) => visitor.person)).size
    expect(humans.size - inStory).toBeGreaterThanOrEqual(0)
    expect(humans.size - inStory).toBeLessThanOrEqual(5)
    expect(new Set(story.map(idOf)).size).toBeGreaterThan(humans.size + 100)
  })

  test('have the ids of both browsers, and their origin', async () => {
    const idsOf = (email: string) => [...emailOf].filter(([, one]) => one === email).map(([id]) => id)
    const email = [...new Set(emailOf.values())].find((one) => idsOf(one).length === 2) ?? ''
    const person = story.find(({ visitor }) => visitor.person.email === email)?.visitor.person
    const { results } = await get(`persons/?distinct_id=${encodeURIComponent(email)}`)
    expect(results).toHaveLength(1)
    expect(new Set(results[0].distinct_ids)).toEqual(new Set([email, ...idsOf(email)]))
    expect(results[0]).toMatchObject({
      is_identified: true,
      properties: { email, name: person?.name, $initial_referrer: expect.any(String) },
      created_at: new Date(story.find((event) => humanOf(event) === email)?.atMs ?? 0).toISOString(),
    })
  })

  test('get from the first page to signing up, under more than one id', async () => {
    const steps = ['$pageview', 'visited pricing', 'signed up']
    const funnel = await saved('From the first page to signed up')
    // Every sign-up comes within four days after a visit to pricing.
    expect(funnel.map((step: { count: number }) => step.count)).toEqual(
      steps.map((name) => whoDid(name, humanOf).size),
    )
    expect(whoDid('signed up', humanOf).size).toBeGreaterThan(80)
    const byId = steps.map((name) => whoDid(name, idOf))
    expect([...(byId[2] ?? [])].filter((id) => byId[1]?.has(id))).toEqual([])
  })

  test('count once a day, with two devices too', async () => {
    const [visitors] = await saved('Visitors and active people, day by day')
    const on = (day: string, who: (event: StoryEvent) => string) =>
      new Set(
        story
          .filter(({ name, atMs }) => name === '$pageview' && new Date(atMs).toISOString().startsWith(day))
          .map(who),
      ).size
    const expected = visitors.days.map((day: string) => on(day, humanOf))
    expect(visitors.data).toEqual(expected)
    expect(visitors.days.map((day: string) => on(day, idOf))).not.toEqual(expected)
  })
})

test('the accounts of the demo project are groups with properties', async () => {
  const accounts = new Set(
    story.filter(({ name }) => name === 'signed up').map(({ visitor }) => visitor.person.account),
  )
  const { results } = await get('groups/?group_type_index=0')
  const described = (groups: { group_key: string; group_properties: unknown }[]) =>
    new Map(groups.map(({ group_key: key, group_properties: properties }) => [key, properties]))
  expect(described(results)).toEqual(
    new Map(
      [...accounts].map(({ domain, name, plan, industry, employees }) => [
        domain,
        { name, plan, industry, employees, founded_at: expect.stringMatching(/^2026-/) },
      ]),
    ),
  )
  expect((await get('groups_types/')).map((one: { group_type: string }) => one.group_type)).toEqual([
    'account',
  ])
})
