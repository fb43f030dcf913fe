import type { FastifyInstance } from 'fastify'
import { CohortAddition, CohortBody, CohortPreview, CohortRemoval } from '#contract/cohort.ts'
import { CohortPath, ProjectPath } from '#contract/paths.ts'
import { CountedPersonsBody, PersonPageBody, PersonPageQuery } from '#contract/person.ts'
import { Format } from '#contract/text.ts'
import { toPersonBody } from '#http/people/person-body.ts'
import { besideAPerson, partAt, personPageBody } from '#http/people/person-paging.ts'
import { askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { pathNumber } from '#http/server/path-number.ts'
import { route } from '#http/server/route.ts'
import type { Cohort } from '#metadata/cohorts/cohort.ts'
import { notFound } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import { addPersons, type CohortDeps, countedBody, requireStatic } from './cohort-deps.ts'

/** The number of persons that a preview shows. */
const EXAMPLES = 10

const MEMBERS = { tag: 'cohorts', engine: 'query' } as const

/**
 * Registers the list of the persons of a cohort, and the calls that change the members of a static cohort.
 */
export function cohortMemberRoutes(app: FastifyInstance, deps: CohortDeps): void {
  list(
    app,
    {
      get: '/cohorts/:id/persons/',
      summary: 'List the members of a cohort',
      ...MEMBERS,
      scope: 'cohort:read',
      params: CohortPath,
      query: PersonPageQuery,
      answer: PersonPageBody,
      paging: besideAPerson,
    },
    async (request, place, reply) => {
      const project = projectOf(request)
      const cohort = await findCohort(deps, project.id, request.params.id)
      return personPageBody(
        place,
        await deps.cohortListing.page(project, cohort, partAt(place), askerOf(reply)),
      )
    },
  )
  route(
    app,
    {
      post: '/cohorts/preview/',
      summary: 'Count the members that a cohort would have, without saving it',
      example: {
        body: {
          filters: {
            properties: { type: 'AND', values: [{ type: 'person', key: 'email', operator: 'is_set' }] },
          },
        },
      },
      ...MEMBERS,
      scope: 'cohort:read',
      params: ProjectPath,
      query: Format,
      body: CohortPreview,
      answer: CountedPersonsBody,
    },
    async (request, reply) => {
      const { filters, groups } = request.body
      const written = { ...(filters !== undefined && { filters }), ...(groups !== undefined && { groups }) }
      const page = await deps.cohortListing.preview(projectOf(request), written, EXAMPLES, askerOf(reply))
      return { count: page.count, results: page.persons.map(toPersonBody) }
    },
  )
  route(
    app,
    {
      patch: '/cohorts/:id/add_persons_to_static_cohort/',
      summary: 'Add persons to a static cohort',
      example: { body: { distinct_ids: ['ada'] } },
      ...MEMBERS,
      scope: 'cohort:write',
      params: CohortPath,
      query: Format,
      body: CohortAddition,
      answer: CohortBody,
    },
    async (request, reply) => {
      const cohort = await findCohort(deps, projectOf(request).id, request.params.id)
      requireStatic(cohort, 'id')
      const { distinct_ids: ids = [], person_ids: uuids = [] } = request.body
      const names = [
        ...ids.map(storableName).map((name) => ({ name, distinctIds: [name], uuids: [] })),
        ...uuids.map((uuid) => ({ name: uuid.toLowerCase(), distinctIds: [], uuids: [uuid.toLowerCase()] })),
      ]
      return countedBody(deps, request, reply, cohort, await addPersons(deps, cohort, { names: [names] }))
    },
  )
  route(
    app,
    {
      patch: '/cohorts/:id/remove_person_from_static_cohort/',
      summary: 'Remove a person from a static cohort',
      ...MEMBERS,
      scope: 'cohort:write',
      params: CohortPath,
      query: Format,
      body: CohortRemoval,
      answer: CohortBody,
    },
    async (request, reply) => {
      const cohort = await findCohort(deps, projectOf(request).id, request.params.id)
      requireStatic(cohort, 'id')
      const uuid = request.body.person_id.toLowerCase()
      const isKnown = await deps.staticMembers.remove(cohort.projectId, cohort.id, uuid)
      if (!isKnown) throw notFound('The project has no person with this uuid.')
      await deps.copyMetadata()
      return countedBody(deps, request, reply, cohort)
    },
  )
}

async function findCohort({ cohorts }: CohortDeps, projectId: number, id: string): Promise<Cohort> {
  const cohort = await cohorts.find(projectId, pathNumber(id))
  if (cohort === null) throw notFound()
  return cohort
}
