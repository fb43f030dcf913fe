import { LIMITS } from '#query/limits.ts'
import { doesNotExist, invalid } from '#shared/request-error.ts'
import { actionsOf, conditionsIn, referencesOf } from './cohort.ts'
import {
  type CohortGraph,
  cohortGraph,
  cohortsOfAction,
  cohortsOfFilters,
  type Reference,
  shownAction,
  shownCohort,
  type WrittenAction,
  type WrittenNamedCohort,
} from './cohort-graph.ts'
import { parseCohort } from './parse-cohort.ts'

/** Maximum number of cohorts in a chain in which each cohort depends on the next one. */
const MOST_LEVELS = 10
/**
 * Maximum number of conditions on behaviour in a cohort, including the conditions of the cohorts that it
 * depends on. Each condition reads events of its own.
 */
const MOST_BEHAVIORS = 30

interface Size {
  readonly filters: number
  readonly behaviors: number
}

/**
 * Checks that a written cohort, and every cohort that depends on it, can be computed. `all` and `actions`
 * are the cohorts and actions of its project that are not deleted, including this cohort.
 * @throws RequestError for a malformed definition, a cohort or an action that does not exist, a cycle, a
 * chain that is too long, and too many conditions.
 */
export function checkWritten(
  written: WrittenNamedCohort,
  all: readonly WrittenNamedCohort[],
  actions: readonly WrittenAction[],
): void {
  const definition = parseCohort(written.id, written)
  const attr = Array.isArray(written.groups) && written.groups.length > 0 ? 'groups' : 'filters'
  const graph = cohortGraph([...all.filter(({ id }) => id !== written.id), written], actions)
  for (const id of referencesOf(definition)) if (!graph.cohorts.has(id)) throw doesNotExist(id, attr)
  for (const id of actionsOf(definition)) if (!graph.actions.has(id)) throw doesNotExist(id, attr)
  refuseCycle(written.id, graph, attr)
  refuseLongChains(graph, attr)
  refuseLargest(graph, attr)
}

/**
 * Refuses to delete a cohort that is named by other cohorts, by the filters of actions or by the project's
 * test account filters. If it were deleted, the members of cohorts, the events of actions and the answers
 * to questions would change.
 * @throws RequestError
 */
export function checkDeleted(
  deleted: WrittenNamedCohort,
  others: readonly WrittenNamedCohort[],
  actions: readonly WrittenAction[],
  testAccountFilters: unknown,
): void {
  const graph = cohortGraph([...others, deleted], [])
  const user = others.find(({ id }) =>
    (graph.cohorts.get(id)?.references ?? []).some(({ cohortId }) => cohortId === deleted.id),
  )
  if (user !== undefined) throw inUse(shownCohort(deleted.id, graph), user.id, graph)
  const action = actions.find((one) => cohortsOfAction(one).includes(deleted.id))
  const refused = (use: string) =>
    invalid('invalid_input', `${shownCohort(deleted.id, graph)} is in ${use} first.`, 'deleted')
  if (action !== undefined)
    throw refused(`a filter of action "${action.name}" (${action.id}): change or delete that action`)
  if (cohortsOfFilters(testAccountFilters).includes(deleted.id))
    throw refused('the test_account_filters of the project: change them')
}

/**
 * Checks that all cohorts which count the events of a written action can still be computed. `cohorts` and
 * `actions` are the cohorts and actions of its project that are not deleted, including this action.
 * @throws RequestError if the filters of the action name a cohort that depends on the action, and if a
 * cohort would be too large.
 */
export function checkWrittenAction(
  { id }: WrittenAction,
  cohorts: readonly WrittenNamedCohort[],
  actions: readonly WrittenAction[],
): void {
  const graph = cohortGraph(cohorts, actions)
  const users = usersOf(id, graph)
  for (const user of users) refuseCycle(user, graph, 'steps')
  if (users.length === 0) return
  refuseLongChains(graph, 'steps')
  refuseLargest(graph, 'steps')
}

/**
 * Refuses to delete an action if cohorts count its events, because the members of these cohorts would
 * change.
 * @throws RequestError
 */
export function checkDeletedAction(deleted: WrittenAction, cohorts: readonly WrittenNamedCohort[]): void {
  const graph = cohortGraph(cohorts, [deleted])
  const [user] = usersOf(deleted.id, graph)
  if (user !== undefined) throw inUse(shownAction(deleted.id, graph), user, graph)
}

const usersOf = (actionId: number, { cohorts }: CohortGraph): number[] =>
  [...cohorts].flatMap(([id, { definition }]) => (actionsOf(definition).includes(actionId) ? [id] : []))

const inUse = (shown: string, user: number, graph: CohortGraph) =>
  invalid(
    'invalid_input',
    `${shown} is a condition of ${shownCohort(user, graph)}: change or delete that cohort first.`,
    'deleted',
  )

const referencesFrom = (id: number, { cohorts }: CohortGraph) => cohorts.get(id)?.references ?? []

function refuseCycle(id: number, graph: CohortGraph, attr: string): void {
  const cycle = pathBack(id, id, graph, new Set())
  if (cycle === null) return
  const names = cycle.flatMap(({ cohortId, actionId }) => [
    ...(actionId === null ? [] : [shownAction(actionId, graph)]),
    shownCohort(cohortId, graph),
  ])
  throw invalid(
    'invalid_input',
    `A cohort cannot depend on itself: ${[shownCohort(id, graph), ...names].join(', which uses ')}.`,
    attr,
  )
}

/**
 * Returns the references that lead from one cohort to another, the last of which names `to`. Null if no
 * references lead there. `seen` has the cohorts from which the search went on before.
 */
function pathBack(
  from: number,
  to: number,
  graph: CohortGraph,
  seen: Set<number>,
): readonly Reference[] | null {
  for (const next of referencesFrom(from, graph)) {
    if (next.cohortId === to) return [next]
    if (seen.has(next.cohortId)) continue
    seen.add(next.cohortId)
    const rest = pathBack(next.cohortId, to, graph, seen)
    if (rest !== null) return [next, ...rest]
  }
  return null
}

function refuseLongChains(graph: CohortGraph, attr: string): void {
  const chains = new Map<number, readonly number[]>()
  const chainOf = (id: number): readonly number[] => {
    const known = chains.get(id)
    if (known !== undefined) return known
    const longest = referencesFrom(id, graph)
      .map(({ cohortId }) => chainOf(cohortId))
      .reduce((a, b) => (b.length > a.length ? b : a), [])
    const chain = [id, ...longest]
    if (chain.length > MOST_LEVELS)
      throw invalid(
        'max_length',
        `More than ${MOST_LEVELS} cohorts would depend on one another: ${chain.map((one) => shownCohort(one, graph)).join(', ')}.`,
        attr,
      )
    chains.set(id, chain)
    return chain
  }
  for (const id of graph.cohorts.keys()) chainOf(id)
}

/**
 * Refuses cohorts with too many conditions. To compute a cohort, the conditions of the cohorts that it
 * depends on are computed too. If a cohort is named several times, its conditions are computed several
 * times.
 */
function refuseLargest(graph: CohortGraph, attr: string): void {
  const sizes = new Map<number, Size>()
  const sizeOf = (id: number): Size => {
    const known = sizes.get(id)
    if (known !== undefined) return known
    const definition = graph.cohorts.get(id)?.definition
    const own = definition === undefined ? [] : conditionsIn(definition).filter(({ on }) => on !== 'cohort')
    const size = referencesFrom(id, graph)
      .map(({ cohortId }) => sizeOf(cohortId))
      .reduce(
        (sum, one) => ({ filters: sum.filters + one.filters, behaviors: sum.behaviors + one.behaviors }),
        { filters: 1 + own.length, behaviors: own.filter(({ on }) => on === 'behavior').length },
      )
    sizes.set(id, size)
    return size
  }
  for (const id of graph.cohorts.keys()) {
    const { filters, behaviors } = sizeOf(id)
    const all = `including those of the cohorts that ${shownCohort(id, graph)} uses`
    if (filters > LIMITS.conditions)
      throw invalid('max_length', `More than ${LIMITS.conditions} filters, ${all}.`, attr)
    if (behaviors > MOST_BEHAVIORS)
      throw invalid('max_length', `More than ${MOST_BEHAVIORS} conditions on behaviour, ${all}.`, attr)
  }
}
