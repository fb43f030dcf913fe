import { expect } from 'vitest'
import type { TestApp } from '../fixtures/use-app.ts'
import { CONDITIONS_OF_COHORTS, STATIC_COHORTS } from './cohorts-of-questions.ts'
import type { GivenMatcher } from './filter-definition.ts'
import type { GivenTrendWorld } from './given-trend-world.ts'
import { hasFlatForm, type Ids, toFlat, toNode, withCohorts } from './trend-forms.ts'
import type { DefinedItem } from './trend-items-definition.ts'
import type { GivenBreakdown, GivenTrendQuestion } from './trend-question.ts'

/** A world that was sent to a project of a server. */
export interface ToldProject {
  readonly id: number
  readonly cohorts: Ids['cohorts']
}

export const cohortName = (cohort: number) => `Cohort ${cohort}`
export const actionName = (place: number) => `Action ${place}`

export async function send(server: TestApp, method: string, path: string, body: object) {
  const answer = await server.request(method, path, body)
  expect([answer.status < 300, answer.body.detail], JSON.stringify(body)).toEqual([true, undefined])
  return answer.body
}

/**
 * Sends a world to a new project, through the interface. The server's clock must be later than all events.
 */
export async function tellWorld(
  server: TestApp,
  timezone: string,
  world: GivenTrendWorld,
): Promise<ToldProject> {
  const project = await send(server, 'POST', '/api/projects/', {
    name: 'Trends',
    timezone,
    week_start_day: world.weekStartDay,
  })
  const batch = world.told.map(({ name, distinctId, atMs, properties }) => ({
    event: name,
    distinct_id: distinctId,
    timestamp: new Date(atMs).toISOString(),
    properties,
  }))
  // The first event has all types of groups, in the order of their indexes, so it is sent alone.
  for (const events of [batch.slice(0, 1), batch.slice(1)])
    await server.capture(events, project.api_token, { historical_migration: true })
  const path = `/api/projects/${project.id}/cohorts/`
  const cohorts = new Map<number, number>()
  for (const cohort of STATIC_COHORTS) {
    const { id } = await send(server, 'POST', path, { name: cohortName(cohort), is_static: true })
    cohorts.set(cohort, id)
    const ids = world.added[cohort] ?? []
    if (ids.length > 0)
      await send(server, 'PATCH', `${path}${id}/add_persons_to_static_cohort/`, { distinct_ids: ids })
  }
  for (const [cohort, filters] of CONDITIONS_OF_COHORTS) {
    const { values } = withCohorts({ type: 'AND', values: filters }, cohorts)
    const { id } = await send(server, 'POST', path, {
      name: cohortName(cohort),
      filters: { properties: { type: 'AND', values } },
    })
    cohorts.set(cohort, id)
  }
  await send(server, 'PATCH', `/api/projects/${project.id}/`, {
    test_account_filters: withCohorts(world.testAccountFilters, cohorts).values,
  })
  return { id: project.id, cohorts }
}

/** Creates the actions of matchers. Returns their ids by index of the matcher. */
export async function createActions(
  server: TestApp,
  { id, cohorts }: ToldProject,
  matchers: readonly GivenMatcher[],
): Promise<Ids['actions']> {
  const actions = new Map<number, number>()
  for (const [place, { action: steps }] of matchers.entries()) {
    if (steps === undefined) continue
    const body = {
      name: actionName(place),
      steps: steps.map((step) => ({ ...step, properties: withCohorts(step.properties, cohorts) })),
    }
    actions.set(place, (await send(server, 'POST', `/api/projects/${id}/actions/`, body)).id)
  }
  return actions
}

export type Items = readonly Readonly<Record<string, unknown>>[]

/** Returns the items of the answer, in each language that can ask the question. */
export async function answers(
  server: TestApp,
  { id, cohorts }: ToldProject,
  question: GivenTrendQuestion,
): Promise<Items[]> {
  const ids = { cohorts, actions: await createActions(server, { id, cohorts }, question.series) }
  const node = await send(server, 'POST', `/api/projects/${id}/query/`, { query: toNode(question, ids) })
  if (!hasFlatForm(question)) return [node.results]
  const flat = await send(server, 'POST', `/api/projects/${id}/insights/trend/`, toFlat(question, ids))
  return [node.results, flat.result]
}

const FIELDS = [
  'label',
  'count',
  'data',
  'days',
  'labels',
  'incomplete_days',
  'aggregated_value',
  'breakdown_value',
  'compare',
  'compare_label',
] as const

/**
 * Reduces answered items to the fields that a definition has, so that the answer and the definition can be
 * compared. Cohorts get the ids of the definition, and numbers that differ only by rounding get the value
 * of the definition.
 */
export function comparable(
  items: Items,
  defined: readonly DefinedItem[],
  { cohorts }: ToldProject,
  breakdown: GivenBreakdown | null = null,
): object[] {
  const beside = breakdown !== null && 'parts' in breakdown.by ? breakdown.by.beside : undefined
  const toDefined = new Map([...cohorts].map(([ours, theirs]) => [theirs, ours]))
  const besideOf = (value: unknown) =>
    beside === undefined || !Array.isArray(value)
      ? {}
      : {
          breakdown_value: value.with(
            beside.place,
            String(toDefined.get(Number(value[beside.place])) ?? value[beside.place]),
          ),
        }
  return items.map((item, i) => {
    const { action, breakdown_value: value } = item as {
      action: { order: number } | null
      breakdown_value: unknown
    }
    const fields = {
      ...Object.fromEntries(FIELDS.filter((key) => item[key] !== undefined).map((key) => [key, item[key]])),
      label: plainLabel(item as unknown as LabelledItem),
      ...plainBoxes(item as unknown as BoxedItem),
    }
    const renamed = typeof value === 'number' ? { breakdown_value: toDefined.get(value) } : besideOf(value)
    return rounded(
      { ...fields, ...renamed, action: action === null ? null : action.order },
      defined[i],
    ) as object
  })
}

interface BoxedItem {
  readonly label: string
  readonly action: { readonly order: number } | null
  readonly breakdown_value?: unknown
  readonly compare_label?: string
  readonly boxplot_data?: readonly Readonly<Record<string, unknown>>[]
}

/**
 * Returns the boxes of an item without the fields that repeat fields of the item. Expects the repeated
 * fields to be equal.
 */
function plainBoxes({ boxplot_data: boxes, ...item }: BoxedItem): object {
  if (boxes === undefined) return {}
  return {
    boxplot_data: boxes.map(({ series_index, series_label, breakdown_value, compare_label, ...box }) => {
      expect([series_index, series_label, breakdown_value, compare_label]).toEqual([
        ...[item.action?.order, item.label],
        ...[item.breakdown_value, item.compare_label],
      ])
      return box
    }),
  }
}

interface LabelledItem {
  readonly label: string
  readonly action: { readonly name: string } | null
  readonly breakdown_label?: string
}

/** Returns the label without the words that distinguish several series of one event. */
function plainLabel({ label, action, breakdown_label: row }: LabelledItem): string {
  if (action === null || !label.startsWith(`${action.name} (`)) return label
  return row === undefined ? action.name : `${action.name} - ${row}`
}

const TOLERANCE = 1e-9

/** Returns a value in which numbers that differ only by rounding are replaced by the wanted ones. */
export function rounded(value: unknown, wanted: unknown): unknown {
  if (typeof value === 'number' && typeof wanted === 'number') {
    const isSame =
      Math.abs(value - wanted) <= TOLERANCE * Math.max(Math.abs(value), Math.abs(wanted), TOLERANCE)
    return isSame ? wanted : value
  }
  if (Array.isArray(value))
    return value.map((one, i) => rounded(one, Array.isArray(wanted) ? wanted[i] : undefined))
  if (typeof value !== 'object' || value === null || typeof wanted !== 'object' || wanted === null)
    return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, rounded(one, (wanted as Record<string, unknown>)[key])]),
  )
}
