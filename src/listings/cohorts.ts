import { EngineError } from '#engine/engine-error.ts'
import type { Asker, EventStore } from '#engine/event-store.ts'
import type { Fragment } from '#fragments/fragment.ts'
import type { Cohort } from '#metadata/cohorts/cohort.ts'
import type { CohortStore } from '#metadata/cohorts/cohort-store.ts'
import type { PersonPart } from '#metadata/people/list-persons.ts'
import type { PersonStore } from '#metadata/people/person-store.ts'
import { actionsOf, type CohortDefinition, referencesOf } from '#query/cohorts/cohort.ts'
import type { Definitions } from '#query/definitions.ts'
import type { Clock } from '#shared/clock.ts'
import { type CohortScope, memberCondition } from '#sql/cohorts.ts'
import { type CalendarProject, type CohortDeps, cohortScopeOf } from './cohort-scope.ts'
import { countMatching, matching, oneMore, type PersonPage, shownPage } from './persons.ts'
import { FIRST_PERSONS } from './persons-cursor.ts'

export interface CohortListing {
  /** Lists the members of a cohort, the newest persons first. The page has the form of a list of persons. */
  page(project: CalendarProject, cohort: Cohort, part: PersonPart, asker: Asker): Promise<PersonPage>
  /**
   * Lists the persons who would be in a cohort with this definition. The page has the same form as in
   * `page`.
   * @throws RequestError for a definition that cannot be computed.
   */
  preview(
    project: CalendarProject,
    written: Pick<Partial<Cohort>, 'filters' | 'groups'>,
    limit: number,
    asker: Asker,
  ): Promise<PersonPage>
  /**
   * Counts the members of a cohort as they are now, and records the number. If the event store fails to
   * count them, the cohort keeps the last recorded number, and `hasFailed` is true.
   */
  counted(
    project: CalendarProject,
    cohort: Cohort,
    asker: Asker,
  ): Promise<{ readonly cohort: Cohort; readonly hasFailed: boolean }>
}

interface Deps extends CohortDeps {
  readonly engine: EventStore
  readonly persons: PersonStore
  readonly cohorts: Pick<CohortStore<CohortDefinition>, 'noteCount' | 'checked'>
  readonly clock: Clock
}

/** Lists members of cohorts. Members are found with the same condition as in questions. */
export function createCohortListing(deps: Deps): CohortListing {
  const { engine } = deps
  const askedOf = (name: string, { id }: CalendarProject, asker: Asker) => ({ name, projectId: id, ...asker })
  return {
    async page(project, cohort, part, asker) {
      const condition = await conditionOf(deps, project, cohort)
      const asked = askedOf('cohorts.page', project, asker)
      const found = await matching(engine, asked, [condition], oneMore(part))
      return shownPage(deps, project.id, part, found)
    },
    async preview(project, written, limit, asker) {
      const definition = await deps.cohorts.checked(project.id, written)
      const named = { actions: actionsOf(definition), cohorts: referencesOf(definition) }
      const { actions, cohorts } = await deps.findNamed(project.id, named)
      const { id } = definition
      const scope = await scopeOf(deps, project, {
        actions,
        cohorts: new Map([...cohorts, [id, definition]]),
      })
      const asked = askedOf('cohorts.preview', project, asker)
      const part = { range: FIRST_PERSONS, offset: 0, limit }
      const found = await matching(engine, asked, [memberCondition(id, scope)], part)
      return shownPage(deps, project.id, part, found)
    },
    async counted(project, cohort, asker) {
      try {
        const condition = await conditionOf(deps, project, cohort)
        const count = await countMatching(engine, askedOf('cohorts.count', project, asker), [condition])
        return { cohort: await deps.cohorts.noteCount(cohort, count, deps.clock()), hasFailed: false }
      } catch (error) {
        if (!(error instanceof EngineError)) throw error
        return { cohort, hasFailed: true }
      }
    },
  }
}

async function conditionOf(deps: Deps, project: CalendarProject, { id }: Cohort): Promise<Fragment> {
  // If a cohort was deleted in the meantime, its definition is not found, and it has no members.
  const definitions = await deps.findNamed(project.id, { actions: [], cohorts: [id] })
  return memberCondition(id, await scopeOf(deps, project, definitions))
}

const scopeOf = (
  deps: Deps,
  { id, timezone, weekStartDay }: CalendarProject,
  definitions: Definitions,
): Promise<CohortScope> =>
  cohortScopeOf(deps, id, { timezone, weekStartDay, nowMs: deps.clock() }, definitions)
