import type { CohortDefinition } from '../../src/query/cohorts/cohort.ts'
import { parseCohort } from '../../src/query/cohorts/parse-cohort.ts'
import type { GivenFilter, Properties } from './filter-definition.ts'

/** Static cohorts, to which persons are added. Members of the other cohorts follow from properties. */
export const STATIC_COHORTS = [1, 2] as const

interface Condition {
  /** Filters on the person, in the form of the interface. */
  readonly filters: readonly GivenFilter[]
  readonly holds: (properties: Properties, cohorts: readonly number[]) => boolean
}

const isPresent = (value: Properties[string] | undefined) => value !== undefined && value !== null
const CONDITIONS: Readonly<Record<number, Condition>> = {
  3: {
    filters: [{ key: 'plan', type: 'person', operator: 'is_set' }],
    holds: ({ plan }) => isPresent(plan),
  },
  4: {
    filters: [{ key: 'plan', type: 'person', operator: 'is_not', value: ['x', 'abc', 5] }],
    holds: ({ plan }) => !['x', 'abc', '5'].includes(String(plan)),
  },
  5: {
    filters: [
      { key: '$browser', type: 'person', operator: 'is_not_set' },
      { key: 'id', type: 'cohort', value: 1, operator: 'is_not' },
    ],
    holds: ({ $browser: browser }, cohorts) => !isPresent(browser) && !cohorts.includes(1),
  },
  6: { filters: [], holds: () => false },
}

/** The conditions of each cohort with a definition, in the form of the interface. */
export const CONDITIONS_OF_COHORTS: readonly (readonly [number, readonly GivenFilter[]])[] = Object.entries(
  CONDITIONS,
).map(([id, { filters }]) => [Number(id), filters])

/** The cohorts that every project of a history has, by id. Each history decides their members. */
export const COHORTS: ReadonlyMap<number, CohortDefinition> = new Map([
  ...STATIC_COHORTS.map((id) => [id, { kind: 'static', id }] as const),
  ...Object.entries(CONDITIONS).map(([key, { filters }]) => {
    const properties = { type: 'AND', values: filters }
    const written = { isStatic: false, groups: [], filters: { properties } }
    return [Number(key), parseCohort(Number(key), written)] as const
  }),
])

/**
 * Implements docs/semantics/cohorts.md: returns the cohorts of a person with these properties. `properties`
 * is null if the person has no profile.
 */
export function cohortsOf(properties: Properties | null, addedTo: readonly number[]): number[] {
  if (properties === null) return []
  const meeting = Object.entries(CONDITIONS).filter(([, { holds }]) => holds(properties, addedTo))
  return [...addedTo, ...meeting.map(([id]) => Number(id))]
}
