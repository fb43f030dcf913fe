import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'
import { EVERYTHING } from './filter-definition.ts'
import { type DefinedFunnelRow, definedFunnel, rulesOf } from './funnel-answer-definition.ts'
import { type FunnelItems, rowsOfSteps } from './funnel-answer-form.ts'
import { FUNNEL_BREAKDOWN_CASES } from './funnel-breakdown-cases.ts'
import { FUNNEL_CASES } from './funnel-cases.ts'
import type { GivenFunnelQuestion } from './funnel-question.ts'
import { FUNNEL_RANGE_CASES } from './funnel-range-cases.ts'
import { actorsOfStep, openActorsOfStep } from './funnel-result-definition.ts'
import { comparableRows, explainedSteps, funnelAnswer, listedActors } from './funnel-server.ts'
import { type AskedFunnels, askedFunnels } from './given-funnels.ts'
import type { GivenTrendWorld } from './given-trend-world.ts'
import { TREND_CLOCK_CHANGES } from './given-trends.ts'
import { runs, within } from './runs.ts'
import { type ToldProject, tellWorld } from './trend-server.ts'

const server = useApp()

/** Runs for each clock change. With sixteen changes they make 128 questions, or 20,160 in a long run. */
const RUNS = runs({ short: 1, long: 21 })
const WORLDS = runs({ short: 1, long: 3 })
const QUESTIONS = runs({ short: 8, long: 20 })

const LONG_AFTER_MS = 40 * 86_400_000

/** Questions with an even index are sent as nodes, the others as flat parameters. */
async function compareOne(
  world: Pick<GivenTrendWorld, 'events' | 'testAccountFilters'>,
  project: ToldProject,
  question: GivenFunnelQuestion,
  place: number,
): Promise<void> {
  const context = () => JSON.stringify({ question, place, ...world })
  const defined = definedFunnel(world.events, question, world)
  const items = await funnelAnswer(server, project, question, place % 2 === 1)
  const { answered, wanted } = comparableRows(items, defined, question, project)
  expect(answered, context()).toEqual(wanted)
  if (question.vizType === 'steps') await comparePeople(world, items, defined, question, context)
}

/**
 * Compares the people behind both numbers of one step (converted and dropped), and the explanation of one
 * of these people. The number of events decides which step is compared.
 */
async function comparePeople(
  { events }: Pick<GivenTrendWorld, 'events'>,
  items: FunnelItems,
  defined: readonly DefinedFunnelRow[],
  question: GivenFunnelQuestion,
  context: () => string,
): Promise<void> {
  const rows = rowsOfSteps(items, question.breakdown !== null)
  const [place, step] = [events.length % Math.max(1, rows.length), events.length % question.steps.length]
  const [item, row] = [rows[place]?.[step], defined[place]]
  if (item === undefined || row === undefined) return
  for (const hasConverted of step === 0 ? [true] : [true, false]) {
    const url = hasConverted ? item.converted_people_url : item.dropped_people_url
    const wanted = actorsOfStep(row.actors, rulesOf(question), { step, hasConverted })
    expect((await listedActors(server, url, events)).sort(), `${url} ${context()}`).toEqual(wanted.sort())
    const explained = await explainedSteps(server, url)
    expect(explained?.includes(step + 1) ?? hasConverted, `${url} ${context()}`).toBe(hasConverted)
  }
  if (item.open_people_url === null) return
  const open = openActorsOfStep(row.actors, rulesOf(question), step, row.period)
  const listed = await listedActors(server, item.open_people_url, events)
  expect(listed.sort(), `${item.open_people_url} ${context()}`).toEqual(open.sort())
}

async function compare({ nowMs, worlds }: AskedFunnels, timezone: string): Promise<void> {
  // Events must not be ahead of the server's clock: the server would store such an event with its time of
  // arrival.
  server.nowMs = nowMs + LONG_AFTER_MS
  const projects = await Promise.all(worlds.map(({ world }) => tellWorld(server, timezone, world)))
  server.nowMs = nowMs
  for (const [i, { world, questions }] of worlds.entries()) {
    const [project] = projects.slice(i)
    if (project === undefined) throw new Error('A world was not told')
    await Promise.all(questions.map((question, place) => compareOne(world, project, question, place)))
  }
}

test.each([...FUNNEL_CASES, ...FUNNEL_RANGE_CASES, ...FUNNEL_BREAKDOWN_CASES])(
  '$title',
  async ({ events, question }) => {
    server.nowMs = question.calendar.nowMs
    const { id, token } = await server.newProject()
    const batch = events.map(({ name, distinctId, atMs, properties }) => ({
      ...{ event: name, distinct_id: distinctId, timestamp: new Date(atMs).toISOString(), properties },
    }))
    await server.capture(batch, token, { historical_migration: true })
    const world = { events, testAccountFilters: EVERYTHING }
    for (const place of [0, 1]) await compareOne(world, { id, cohorts: new Map() }, question, place)
  },
)

test.each(TREND_CLOCK_CHANGES)(
  'any funnel in %s around %s has the answer of the definition',
  async (timezone, change) => {
    const asked = askedFunnels(timezone, Date.parse(change), { worlds: WORLDS, questions: QUESTIONS })
    await fc.assert(
      fc.asyncProperty(asked, (batch) => compare(batch, timezone)),
      within(RUNS),
    )
  },
)
