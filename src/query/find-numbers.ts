import { type HogqlNode, nodesIn } from '#hogql/expression.ts'
import type { PersonNumbers } from '#hogql/functions/definition.ts'
import {
  EVERY_GROUP_TYPE,
  type NamedProperty,
  type NumericProperties,
  propertiesIn,
  propertyName,
} from '#hogql/numeric-properties.ts'
import { type BehaviorFilter, type CohortDefinition, readsOfCohort } from './cohorts/cohort.ts'
import type { Definitions } from './definitions.ts'
import type { Filter } from './filter.ts'

/**
 * Looks up the properties of events, persons and groups that a project has under any of these names.
 * Returns each property with its kind of values.
 */
export type FindKinds = (
  projectId: number,
  names: readonly string[],
) => Promise<readonly (NamedProperty & { readonly kind: string | null })[]>

const NUMERIC = 'Numeric'

/**
 * Finds what a project knows about the values in expressions: which properties are numeric, and the numbers
 * of the persons that the expressions name.
 */
export type FindValues = (
  projectId: number,
  roots: readonly HogqlNode[],
) => Promise<Pick<Definitions, 'numbers' | 'personNumbers'>>

/** Makes the function, which looks up only what the expressions name. */
export const createFindValues =
  (
    findKinds: FindKinds,
    numbersOf: (projectId: number, uuids: readonly string[]) => Promise<PersonNumbers>,
  ): FindValues =>
  async (projectId, roots) => {
    const numbers = await numbersIn(projectId, roots, findKinds)
    const persons = personsNamedIn(roots)
    return persons.length === 0 ? numbers : { ...numbers, personNumbers: await numbersOf(projectId, persons) }
  }

/** Returns the ids of the persons that expressions name. */
export const personsNamedIn = (roots: readonly HogqlNode[]): string[] =>
  roots
    .flatMap(nodesIn)
    .flatMap((node) =>
      node.kind === 'value' && node.type === 'person' && node.value !== null ? [String(node.value)] : [],
    )

/** Returns the numeric properties in expressions. Looks up kinds only if the expressions read a property. */
async function numbersIn(
  projectId: number,
  roots: readonly HogqlNode[],
  findKinds: FindKinds,
): Promise<Pick<Definitions, 'numbers'>> {
  const named = roots.flatMap(propertiesIn)
  if (named.length === 0) return {}
  const found = await findKinds(projectId, [...new Set(named.map(({ name }) => name))])
  const kinds = kindsByName(found)
  const isNumeric = (name: string) => kinds.get(name)?.size === 1 && kinds.get(name)?.has(NUMERIC) === true
  const numbers: NumericProperties = new Set(named.map(propertyName).filter(isNumeric).sort())
  return numbers.size === 0 ? {} : { numbers }
}

/** Returns the expressions among filters. */
export const expressionsAmong = (filters: readonly (BehaviorFilter | Filter)[]): HogqlNode[] =>
  filters.flatMap((filter) => (filter.on === 'hogql' ? [filter.expression.root] : []))

/** Returns the expressions in the conditions of cohorts, and in the actions that these conditions name. */
export const expressionsOfCohorts = (
  cohorts: Iterable<CohortDefinition>,
  definitions: Definitions,
): HogqlNode[] =>
  [...cohorts].flatMap((cohort) => expressionsAmong(readsOfCohort(cohort, definitions).filters))

/**
 * Returns the kinds of values that each property has. A property of groups is in the result twice: under
 * its group type, and under `EVERY_GROUP_TYPE` with the kinds that it has in any group type.
 */
function kindsByName(found: Awaited<ReturnType<FindKinds>>): ReadonlyMap<string, ReadonlySet<string>> {
  const kinds = new Map<string, Set<string>>()
  const add = (property: NamedProperty, kind: string) => {
    const name = propertyName(property)
    kinds.set(name, (kinds.get(name) ?? new Set<string>()).add(kind))
  }
  for (const { kind, ...property } of found) {
    // A property whose values are lists or objects has no kind.
    if (kind === null) continue
    add(property, kind)
    if (property.type === 'group') add({ ...property, groupTypeIndex: EVERY_GROUP_TYPE }, kind)
  }
  return kinds
}
