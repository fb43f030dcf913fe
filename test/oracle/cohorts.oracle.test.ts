import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TestProject, useApp } from '../fixtures/use-app.ts'
import { type GivenCohort, type GivenTree, membersByDefinition } from './cohort-definition.ts'
import { DEEDS, givenCohorts } from './given-cohorts.ts'
import { givenStory, NOW_MS, personsBehind, REQUESTS, type Story, type ToldEvent } from './given-story.ts'
import { runs } from './runs.ts'

const server = useApp()

/**
 * Number of runs. A story has seven cohorts, and up to `BATCH` stories are sent at once: about 150 cohorts
 * in all, or 5,000 in a long run.
 */
const RUNS = runs({ short: 5, long: 160 })
const BATCH = 6
/**
 * Time limit for shrinking. When it is reached, the counterexample found so far is shown, even if a smaller
 * one exists.
 */
const SHRINK_MS = runs({ short: 100_000, long: 2_400_000 })

const toSent = ({ uuid, name, distinctId, atMs, properties }: ToldEvent) => ({
  uuid,
  event: name,
  distinct_id: distinctId,
  timestamp: new Date(atMs).toISOString(),
  properties,
})

const ask = async (method: string, path: string, body?: object) => {
  const { status, body: answer } = await server.request(method, path, body)
  expect([path, status < 300 ? 'done' : status, answer.detail]).toEqual([path, 'done', undefined])
  return answer
}

const send = (events: readonly ToldEvent[], { token }: TestProject) =>
  events.length === 0 ? undefined : server.capture(events.map(toSent), token)

/**
 * The ids that the server gave to the cohorts, in their order, and to the actions, each of which counts the
 * events of a name.
 */
interface Ids {
  readonly cohorts: readonly number[]
  readonly actions: ReadonlyMap<string, number>
}

/** Returns the cohort in the form of the interface, with the ids of the cohorts and actions that it names. */
const withIds = (node: GivenTree, ids: Ids): object => ({
  ...node,
  values: node.values.map((one) => {
    if ('values' in one) return withIds(one, ids)
    if (one.type === 'cohort') return { ...one, value: ids.cohorts[one.value] }
    if (one.type !== 'behavioral') return one
    const selected = (name: string, type: 'events' | 'actions') =>
      type === 'actions' ? ids.actions.get(name) : name
    return {
      ...one,
      key: selected(one.key, one.event_type),
      seq_event: selected(one.seq_event, one.seq_event_type),
    }
  }),
})

/** Creates actions. Each event with the name matches one or two steps of its action. */
async function createActions(projectId: number): Promise<ReadonlyMap<string, number>> {
  const actions = new Map<string, number>()
  for (const event of new Set(DEEDS)) {
    const isNotSet = { key: '$process_person_profile', operator: 'is_not_set' }
    const steps = [{ event, properties: [isNotSet] }, { event }]
    actions.set(event, (await ask('POST', `/api/projects/${projectId}/actions/`, { name: event, steps })).id)
  }
  return actions
}

async function listed(path: string): Promise<{ count: number; ids: string[] }> {
  const { count } = await ask('GET', path)
  const page = await ask('GET', `${path}persons/`)
  expect(page.count).toBe(page.results.length)
  return {
    count,
    ids: page.results.map((one: { distinct_ids: string[] }) => one.distinct_ids.toSorted().join()).sort(),
  }
}

/** Persons are added to the static cohort between two halves of the story, so that merges come after it. */
async function compare(story: Story, cohorts: readonly GivenCohort[]): Promise<void> {
  const project = await server.newProject()
  const path = `/api/projects/${project.id}/cohorts/`
  const isEarly = ({ request }: ToldEvent) => request < REQUESTS / 2
  await send(story.events.filter(isEarly), project)
  const known = personsBehind(story.events.filter(isEarly)).filter((person) => person.createdUs !== null)
  const ids: number[] = []
  const actions = await createActions(project.id)
  const told: GivenCohort[] = []
  for (const cohort of cohorts) {
    const isStatic = 'added' in cohort
    const filters = isStatic ? null : { properties: withIds(cohort, { cohorts: ids, actions }) }
    const { id } = await ask('POST', path, { name: 'x', is_static: isStatic, filters })
    ids.push(id)
    if (!isStatic) told.push(cohort)
    else
      told.push({
        added: cohort.added.filter((one) => known.some((person) => person.distinctIds.includes(one))),
      })
    if (isStatic && cohort.added.length > 0)
      await ask('PATCH', `${path}${id}/add_persons_to_static_cohort/`, { distinct_ids: cohort.added })
  }
  await send(
    story.events.filter((event) => !isEarly(event)),
    project,
  )
  const world = { persons: personsBehind(story.events), events: story.events, nowMs: NOW_MS, cohorts: told }
  for (const [i, cohort] of told.entries()) {
    const members = membersByDefinition(cohort, world)
    const expected = { count: members.length, ids: members.map((one) => one.distinctIds.join()).sort() }
    expect(await listed(`${path}${ids[i]}/`), JSON.stringify({ cohort, story })).toEqual(expected)
  }
}

test(
  'any cohort has the members of the definition, and its count is their number',
  async () => {
    const cases = fc.array(fc.tuple(givenStory, givenCohorts), {
      minLength: BATCH / 2,
      maxLength: BATCH,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(cases, async (batch) => {
        await Promise.all(batch.map(([story, cohorts]) => compare(story, cohorts)))
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: SHRINK_MS },
    )
  },
  2 * SHRINK_MS,
)
