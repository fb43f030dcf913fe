import { LIMITS } from '#query/limits.ts'
import { doesNotExist, invalid, RequestError } from '#shared/request-error.ts'
import { type CohortDefinition, conditionsIn, referencesOf } from './cohort.ts'
import { parseCohort, type WrittenCohort } from './parse-cohort.ts'

export interface NamedCohort extends WrittenCohort {
  readonly id: number
  readonly name: string
}

/** Cohorts that depend on one another, the first and the last included. */
const MOST_LEVELS = 10
/** Conditions on behaviour, those of other cohorts included: each reads events of its own. */
const MOST_BEHAVIORS = 30

interface Named {
  readonly name: string
  readonly definition: CohortDefinition
}
interface Size {
  readonly filters: number
  readonly behaviors: number
}

/**
 * Whether a written cohort can be computed, and every cohort that depends on it. `all` are the cohorts of its project that are
 * not deleted, with this one.
 * @throws RequestError for a malformed definition, a cohort that is not there, a cycle, a chain that is too long, too many
 * conditions.
 */
export function checkWritten(written: NamedCohort, all: readonly NamedCohort[]): void {
  const definition = parseCohort(written.id, written)
  const attr = Array.isArray(written.groups) && written.groups.length > 0 ? 'groups' : 'filters'
  const cohorts = new Map(all.map((one) => [one.id, { name: one.name, definition: readable(one) }]))
  cohorts.set(written.id, { name: written.name, definition })
  for (const id of referencesOf(definition)) if (!cohorts.has(id)) throw doesNotExist(id, attr)
  refuseCycle(written.id, cohorts, attr)
  refuseLongChains(cohorts, attr)
  refuseLargest(cohorts, attr)
}

/** Refuses to delete a cohort that others depend on: their members would change. @throws RequestError */
export function checkDeleted(deleted: NamedCohort, others: readonly NamedCohort[]): void {
  const user = others.find((other) => referencesOf(readable(other)).includes(deleted.id))
  if (user === undefined) return
  throw invalid(
    'invalid_input',
    `${shown(deleted.name, deleted.id)} is a condition of ${shown(user.name, user.id)}: change or delete that cohort first.`,
    'deleted',
  )
}

// A definition that only another version can read depends on nothing.
function readable(cohort: NamedCohort): CohortDefinition {
  try {
    return parseCohort(cohort.id, cohort)
  } catch (error) {
    if (error instanceof RequestError) return { kind: 'static', id: cohort.id }
    throw error
  }
}

const shown = (name: string, id: number) => `cohort "${name}" (${id})`

type Cohorts = ReadonlyMap<number, Named>

const referencedBy = (id: number, cohorts: Cohorts): number[] => {
  const cohort = cohorts.get(id)
  return cohort === undefined ? [] : referencesOf(cohort.definition)
}

function refuseCycle(id: number, cohorts: Cohorts, attr: string): void {
  const cycle = pathBack(id, id, cohorts, new Set())
  if (cycle === null) return
  const names = [id, ...cycle].map((one) => shown(cohorts.get(one)?.name ?? '', one))
  throw invalid('invalid_input', `A cohort cannot depend on itself: ${names.join(', which uses ')}.`, attr)
}

/** The cohorts on the way from one to another, with the last; null where there is no way. */
function pathBack(from: number, to: number, cohorts: Cohorts, seen: Set<number>): number[] | null {
  for (const next of referencedBy(from, cohorts)) {
    if (next === to) return [next]
    if (seen.has(next)) continue
    seen.add(next)
    const rest = pathBack(next, to, cohorts, seen)
    if (rest !== null) return [next, ...rest]
  }
  return null
}

function refuseLongChains(cohorts: Cohorts, attr: string): void {
  const chains = new Map<number, readonly number[]>()
  const chainOf = (id: number): readonly number[] => {
    const known = chains.get(id)
    if (known !== undefined) return known
    const longest = referencedBy(id, cohorts)
      .map(chainOf)
      .reduce((a, b) => (b.length > a.length ? b : a), [])
    const chain = [id, ...longest]
    if (chain.length > MOST_LEVELS)
      throw invalid(
        'max_length',
        `More than ${MOST_LEVELS} cohorts would depend on one another: ${chain.map((one) => shown(cohorts.get(one)?.name ?? '', one)).join(', ')}.`,
        attr,
      )
    chains.set(id, chain)
    return chain
  }
  for (const id of cohorts.keys()) chainOf(id)
}

/** A cohort is computed with the conditions of the cohorts that it names, as often as it names them. */
function refuseLargest(cohorts: Cohorts, attr: string): void {
  const sizes = new Map<number, Size>()
  const sizeOf = (id: number): Size => {
    const known = sizes.get(id)
    if (known !== undefined) return known
    const definition = cohorts.get(id)?.definition
    const filters = definition === undefined ? [] : conditionsIn(definition)
    const size = filters
      .map((filter): Size => {
        if (filter.on === 'cohort') return sizeOf(filter.cohortId)
        return { filters: 1, behaviors: filter.on === 'behavior' ? 1 : 0 }
      })
      .reduce(
        (sum, one) => ({ filters: sum.filters + one.filters, behaviors: sum.behaviors + one.behaviors }),
        { filters: 1, behaviors: 0 },
      )
    sizes.set(id, size)
    return size
  }
  for (const [id, { name }] of cohorts) {
    const { filters, behaviors } = sizeOf(id)
    const all = `with those of the cohorts that ${shown(name, id)} uses`
    if (filters > LIMITS.conditions)
      throw invalid('max_length', `More than ${LIMITS.conditions} filters, ${all}.`, attr)
    if (behaviors > MOST_BEHAVIORS)
      throw invalid('max_length', `More than ${MOST_BEHAVIORS} conditions on behaviour, ${all}.`, attr)
  }
}
