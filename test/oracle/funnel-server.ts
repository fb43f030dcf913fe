import { expect } from 'vitest'
import { readPeople } from '../fixtures/read-people.ts'
import type { TestApp } from '../fixtures/use-app.ts'
import type { GivenEvent } from './filter-definition.ts'
import type { Actor } from './funnel-actor-definition.ts'
import type { DefinedFunnelRow } from './funnel-answer-definition.ts'
import { type FunnelItems, toDefinedRows } from './funnel-answer-form.ts'
import { hasFlatFunnel, toFlatFunnel, toFunnelNode } from './funnel-forms.ts'
import type { GivenFunnelQuestion } from './funnel-question.ts'
import { createActions, rounded, send, type ToldProject } from './trend-server.ts'

/**
 * Asks a question as a node, or as flat parameters if these can express it, and returns the items of the
 * answer.
 */
export async function funnelAnswer(
  server: TestApp,
  project: ToldProject,
  question: GivenFunnelQuestion,
  isFlat: boolean,
): Promise<FunnelItems> {
  const { id, cohorts } = project
  const ids = { cohorts, actions: await createActions(server, project, question.steps) }
  const path = `/api/projects/${id}`
  if (isFlat && hasFlatFunnel(question))
    return (await send(server, 'POST', `${path}/insights/funnel/`, toFlatFunnel(question, ids))).result
  return (await send(server, 'POST', `${path}/query/`, { query: toFunnelNode(question, ids) })).results
}

/**
 * Brings the rows of the answer and the rows of the definition into one form. Numbers that differ only by
 * rounding get the value of the definition.
 */
export function comparableRows(
  items: FunnelItems,
  defined: readonly DefinedFunnelRow[],
  question: GivenFunnelQuestion,
  { cohorts }: ToldProject,
): { readonly answered: unknown; readonly wanted: unknown } {
  const toDefined = new Map([...cohorts].map(([ours, theirs]) => [theirs, ours]))
  const wanted = defined.map(({ breakdownValue, compareLabel, result }) => ({
    breakdownValue: [breakdownValue].flat(),
    compareLabel,
    result,
  }))
  const answered = toDefinedRows(items, question).map(({ breakdownValue, compareLabel, result }) => ({
    breakdownValue: [breakdownValue]
      .flat()
      .map((one) => (typeof one === 'number' ? toDefined.get(one) : one)),
    compareLabel,
    result,
  }))
  return { answered: rounded(answered, wanted), wanted }
}

/**
 * Returns the steps, counted from 1, of the run by which the first actor of a list of people counts. The
 * steps are read from the explanation of this actor. Returns null for an empty list.
 */
export async function explainedSteps(server: TestApp, url: string): Promise<number[] | null> {
  const list = await server.request('GET', `${url}&limit=1`)
  const [first] = list.body.results[0].people
  if (first === undefined) return null
  const { status, body } = await server.request('GET', first.explain_url)
  expect([status, body.detail], url).toEqual([200, undefined])
  return body.best_run.map(({ step }: { step: number }) => step)
}

/** The actors that a list of people names. */
export async function listedActors(
  server: TestApp,
  url: string,
  events: readonly GivenEvent[],
): Promise<Actor[]> {
  const { people, missing } = await readPeople(server, url)
  expect(missing, url).toBe(0)
  return people.map((one): Actor => {
    if (one.type === 'group') return one.group_key
    if (one.type !== 'person') return one.id
    const event = events.find(({ distinctId }) => one.distinct_ids.includes(distinctId))
    if (event === undefined) throw new Error(`The definition knows no person ${one.distinct_ids}`)
    return event.person
  })
}
