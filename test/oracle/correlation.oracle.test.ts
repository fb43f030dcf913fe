import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPeople } from '../fixtures/read-people.ts'
import { useApp } from '../fixtures/use-app.ts'
import { definedCorrelation, type GivenCorrelation, type GivenLookedAt } from './correlation-definition.ts'
import { EVERYTHING, type GivenEvent } from './filter-definition.ts'
import { toFunnelNode } from './funnel-forms.ts'
import { correlationStory, givenCorrelation } from './given-correlations.ts'
import { runs, within } from './runs.ts'
import { rounded, send } from './trend-server.ts'

const server = useApp()

/** Number of stories. They make 60 questions in a short run, and 2,000 in a long one. */
const STORIES = runs({ short: 3, long: 100 })
const QUESTIONS = 20

async function tell(events: readonly GivenEvent[]): Promise<number> {
  const { id, token } = await server.newProject()
  const batch = events.map(({ name, distinctId, atMs, properties, groups, personProperties }) => ({
    event: name,
    distinct_id: distinctId,
    timestamp: new Date(atMs).toISOString(),
    properties: { ...properties, $groups: { account: groups?.[0] }, $set: personProperties },
  }))
  const accounts = new Map(events.map(({ groups, groupProperties }) => [groups?.[0], groupProperties?.[0]]))
  const identified = [...accounts].map(([key, properties]) => ({
    event: '$groupidentify',
    distinct_id: 'set up',
    timestamp: '2026-10-01T00:00:00Z',
    properties: { $group_type: 'account', $group_key: key, $group_set: properties },
  }))
  await server.capture([...identified, ...batch], token, { historical_migration: true })
  return id
}

function fieldsOf(lookedAt: GivenLookedAt): object {
  const funnelCorrelationType = lookedAt.kind
  const { excluded } = lookedAt
  switch (lookedAt.kind) {
    case 'events':
      return { funnelCorrelationType, funnelCorrelationExcludeEventNames: excluded }
    case 'event_with_properties':
      return {
        funnelCorrelationType,
        funnelCorrelationEventNames: lookedAt.events,
        funnelCorrelationEventExcludePropertyNames: excluded,
      }
    case 'properties':
      return {
        funnelCorrelationType,
        funnelCorrelationNames: lookedAt.names,
        funnelCorrelationExcludeNames: excluded,
      }
  }
}

async function compareOne(id: number, events: readonly GivenEvent[], given: GivenCorrelation): Promise<void> {
  const { items, skewed } = definedCorrelation(events, given, { testAccountFilters: EVERYTHING })
  const query = {
    kind: 'FunnelCorrelationQuery',
    source: toFunnelNode(given.funnel, { cohorts: new Map(), actions: new Map() }),
    ...fieldsOf(given.lookedAt),
  }
  const { results } = await send(server, 'POST', `/api/projects/${id}/query/`, { query })
  const wanted = {
    items: items.map(({ name, success, failure, oddsRatio, type }) => [
      ...[name, success.length, failure.length, oddsRatio, type],
    ]),
    skewed,
  }
  const answered = {
    items: results.events.map((item: Readonly<Record<string, unknown>> & { event: { event: string } }) => [
      item.event.event,
      ...[item.success_count, item.failure_count, item.odds_ratio, item.correlation_type],
    ]),
    skewed: results.skewed,
  }
  const context = JSON.stringify({ given, events })
  expect(rounded(answered, wanted), context).toEqual(wanted)
  const [place] = [events.length % Math.max(1, items.length)]
  const [item, defined] = [results.events[place], items[place]]
  if (item === undefined || defined === undefined) return
  expect(await actorsAt(item.success_people_url), context).toEqual(namesOf(defined.success))
  expect(await actorsAt(item.failure_people_url), context).toEqual(namesOf(defined.failure))
}

const namesOf = (actors: readonly (number | string)[]) =>
  actors.map((actor) => (typeof actor === 'number' ? `person ${actor}` : actor)).sort()

async function actorsAt(url: string): Promise<string[]> {
  const { people } = await readPeople(server, url)
  return people.map((one): string => (one.type === 'person' ? one.distinct_ids[0] : one.id)).sort()
}

test('any correlation has the answer of the definition', async () => {
  const stories = fc.record({
    events: correlationStory,
    questions: fc.array(givenCorrelation, { minLength: QUESTIONS, maxLength: QUESTIONS }),
  })
  await fc.assert(
    fc.asyncProperty(stories, async ({ events, questions }) => {
      server.nowMs = Date.parse('2026-11-20T12:00:00Z')
      const id = await tell(events)
      for (const given of questions) await compareOne(id, events, given)
    }),
    within(STORIES),
  )
})
