import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  CohortBody,
  CohortChange,
  CohortCreate,
  CohortListQuery,
  CohortPageBody,
  type CohortWrite,
} from '#contract/cohort.ts'
import { CohortPath, ProjectPath } from '#contract/paths.ts'
import { Format, FormatQuery } from '#contract/text.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { neverDeleted } from '#http/server/never-deleted.ts'
import { counted, countedPage } from '#http/server/paging.ts'
import { pathNumber } from '#http/server/path-number.ts'
import { route } from '#http/server/route.ts'
import { writingOf } from '#http/server/writing.ts'
import type { CohortFields } from '#metadata/cohorts/cohort.ts'
import { invalid, notFound } from '#shared/request-error.ts'
import { toCohortBody } from './cohort-body.ts'
import {
  type AddablePersons,
  addPersons,
  type CohortDeps,
  countedBody,
  requireStatic,
} from './cohort-deps.ts'
import { cohortMemberRoutes } from './cohort-members.ts'
import { parsePersonCsv } from './person-csv.ts'
import { personsBehindNumber } from './persons-behind-number.ts'
import { takeUploads } from './uploads.ts'

const COHORTS = { tag: 'cohorts', engine: 'query' } as const
const UPLOAD =
  'Also accepts a CSV file, as `csv` of a multipart form, or as the body itself with the type text/csv.'

/** Registers `/cohorts/`: named sets of persons. */
export async function cohortRoutes(app: FastifyInstance, deps: CohortDeps): Promise<void> {
  takeUploads(app)
  readRoutes(app, deps)
  writeRoutes(app, deps)
  cohortMemberRoutes(app, deps)
  neverDeleted(app, {
    delete: '/cohorts/:id/',
    noun: 'a cohort',
    tag: 'cohorts',
    scope: 'cohort:write',
    params: CohortPath,
  })
}

function readRoutes(app: FastifyInstance, deps: CohortDeps): void {
  list(
    app,
    {
      get: '/cohorts/',
      summary: 'List cohorts',
      tag: 'cohorts',
      scope: 'cohort:read',
      params: ProjectPath,
      query: CohortListQuery,
      answer: CohortPageBody,
      paging: counted,
    },
    async (request, position) => {
      const { search, order: isLastFirst } = request.query
      const page = { ...position, search, isLastFirst }
      const { count, cohorts } = await deps.cohorts.list(projectOf(request).id, page)
      const users = await deps.users.byIds([...new Set(cohorts.map((one) => one.createdBy))])
      return countedPage(
        position,
        count,
        cohorts.map((one) => toCohortBody(one, users)),
      )
    },
  )
  route(
    app,
    {
      get: '/cohorts/:id/',
      summary: 'Get a cohort with the number of its members now',
      ...COHORTS,
      scope: 'cohort:read',
      params: CohortPath,
      query: FormatQuery,
      answer: CohortBody,
    },
    async (request, reply) => {
      const cohort = await deps.cohorts.find(projectOf(request).id, pathNumber(request.params.id))
      if (cohort === null) throw notFound()
      return countedBody(deps, request, reply, cohort)
    },
  )
}

function writeRoutes(app: FastifyInstance, deps: CohortDeps): void {
  route(
    app,
    {
      post: '/cohorts/',
      summary: 'Create a cohort',
      example: {
        body: {
          name: 'From Google',
          filters: {
            properties: {
              type: 'AND',
              values: [{ type: 'person', key: '$initial_utm_source', value: 'google', operator: 'exact' }],
            },
          },
        },
      },
      description: UPLOAD,
      ...COHORTS,
      scope: 'cohort:write',
      params: ProjectPath,
      query: Format,
      body: CohortCreate,
      answer: CohortBody,
      status: 201,
    },
    async (request, reply) => {
      const { body } = request
      const field = addingField(body)
      if (field !== null) requireStatic({ isStatic: body.is_static !== false }, field)
      // The persons are found before the cohort is created, so that no cohort is left if they cannot be
      // found.
      const persons = await personsOf(deps, request, reply, body)
      const fields = { ...fieldsOf(body), ...(persons !== null && { isStatic: true }) }
      const cohort = await deps.cohorts.create(writingOf(request, deps), fields)
      const added = persons && (await addPersons(deps, cohort, persons))
      return countedBody(deps, request, reply, cohort, added)
    },
  )
  route(
    app,
    {
      patch: '/cohorts/:id/',
      put: '/cohorts/:id/',
      summary: 'Change, delete or restore a cohort',
      example: { body: { description: 'People who came from Google first.' } },
      description: UPLOAD,
      ...COHORTS,
      scope: 'cohort:write',
      params: CohortPath,
      query: Format,
      body: CohortChange,
      answer: CohortBody,
    },
    async (request, reply) => {
      const id = pathNumber(request.params.id)
      const field = addingField(request.body)
      const before = field && (await deps.cohorts.find(projectOf(request).id, id))
      if (field !== null && before !== null) requireStatic(before, field)
      const persons = await personsOf(deps, request, reply, request.body)
      const cohort = await deps.cohorts.update(writingOf(request, deps), id, fieldsOf(request.body))
      if (cohort === null) throw notFound()
      const added = persons && (await addPersons(deps, cohort, persons))
      return countedBody(deps, request, reply, cohort, added)
    },
  )
}

/**
 * Returns the name of the field by which a body names persons to add: `csv` or `query`. Null if the body has
 * neither field.
 * @throws RequestError for a body with both `csv` and `query`.
 */
function addingField({ csv, query }: CohortWrite): 'csv' | 'query' | null {
  if (csv !== undefined && query)
    throw invalid('invalid_input', 'Send the persons to add in one form: csv or query.', 'query')
  if (csv !== undefined) return 'csv'
  return query ? 'query' : null
}

async function personsOf(
  deps: CohortDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { csv, query }: CohortWrite,
): Promise<AddablePersons | null> {
  if (csv !== undefined) return { names: await parsePersonCsv(csv) }
  return query ? { numbers: await personsBehindNumber(deps, request, reply, query) } : null
}

// Fields that were not sent are absent and not undefined, because undefined would overwrite the stored
// value. A cohort has its definition in one form: `groups` clears `filters`, and `filters` clears `groups`.
function fieldsOf(body: CohortWrite): Partial<CohortFields> {
  const { name, description, groups, filters, is_static: isStatic, deleted } = body
  const given = {
    name,
    description,
    groups: groups ?? (filters ? [] : undefined),
    filters: filters === undefined && groups !== undefined && groups.length > 0 ? null : filters,
    isStatic,
    deleted,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
