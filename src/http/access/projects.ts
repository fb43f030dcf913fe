import type { FastifyInstance, FastifyRequest } from 'fastify'
import { paging } from '#contract/paging.ts'
import { ProjectPath } from '#contract/paths.ts'
import { ProjectBody, ProjectChange, ProjectCreate, ProjectPageBody } from '#contract/project.ts'
import { Format } from '#contract/text.ts'
import {
  type AuthenticationDeps,
  callerOf,
  projectOf,
  projectsOf,
  requireRoleSomewhere,
} from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { type CountedPlace, counted, pageOfAll } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'
import type { Organization } from '#metadata/projects/organization.ts'
import type { ProjectStore } from '#metadata/projects/project-store.ts'
import type { Clock } from '#shared/clock.ts'
import { RequestError } from '#shared/request-error.ts'
import { newProjectToken } from '#shared/secrets.ts'
import { checkProject, toProjectBody } from './project-body.ts'

interface ProjectRouteDeps {
  readonly projects: ProjectStore
  readonly organization: Organization
  readonly clock: Clock
}
const READ = { tag: 'projects', scope: 'project:read' } as const
const WRITE = { tag: 'projects', scope: 'project:write', answer: ProjectBody } as const

/** `/projects/`: the projects that the caller can access, and new ones. */
export function projectListRoutes(app: FastifyInstance, deps: ProjectRouteDeps): void {
  list(
    app,
    {
      get: '/projects/',
      summary: 'List projects',
      ...READ,
      query: Format.extend(paging()),
      answer: ProjectPageBody,
      paging: counted,
    },
    (request, place) => projectPage(request, place, deps),
  )
  route(
    app,
    {
      post: '/projects/',
      summary: 'Create a project',
      ...WRITE,
      body: ProjectCreate,
      status: 201,
      onRequest: requireRoleSomewhere('admin', deps),
    },
    async (request) => {
      checkProject(request.body)
      // A key that is limited to projects would have no access to the one that it creates.
      if (callerOf(request).projectIds !== null)
        throw new RequestError('forbidden', 'permission_denied', 'The key is limited to other projects.')
      const { name, timezone = 'UTC', week_start_day = 0, test_account_filters = [] } = request.body
      const { path_cleaning_filters = [] } = request.body
      const project = await deps.projects.create(
        {
          name,
          timezone,
          weekStartDay: week_start_day,
          testAccountFilters: test_account_filters,
          pathCleaningFilters: path_cleaning_filters,
          apiToken: newProjectToken(),
        },
        callerOf(request).userId,
        deps.clock(),
      )
      return toProjectBody(project, deps.organization)
    },
  )
}

/** A page of the projects that the caller can access. */
export async function projectPage(
  request: FastifyRequest,
  place: CountedPlace,
  deps: Pick<AuthenticationDeps, 'projects'> & Pick<ProjectRouteDeps, 'organization'>,
) {
  const projects = await projectsOf(callerOf(request), deps)
  return pageOfAll(
    place,
    projects.map((project) => toProjectBody(project, deps.organization)),
  )
}

/** The project of the path. */
export function projectRoutes(app: FastifyInstance, deps: ProjectRouteDeps): void {
  route(
    app,
    {
      get: '/',
      summary: 'One project',
      ...READ,
      params: ProjectPath,
      query: Format,
      answer: ProjectBody,
    },
    async (request) => toProjectBody(projectOf(request), deps.organization),
  )
  route(
    app,
    {
      patch: '/',
      summary: 'Change a project',
      ...WRITE,
      params: ProjectPath,
      body: ProjectChange,
    },
    async (request) => {
      checkProject(request.body)
      const { name, timezone, week_start_day, test_account_filters, path_cleaning_filters } = request.body
      const project = await deps.projects.update(projectOf(request).id, {
        ...(name !== undefined && { name }),
        ...(timezone !== undefined && { timezone }),
        ...(week_start_day !== undefined && { weekStartDay: week_start_day }),
        ...(test_account_filters !== undefined && { testAccountFilters: test_account_filters }),
        ...(path_cleaning_filters !== undefined && { pathCleaningFilters: path_cleaning_filters }),
      })
      return toProjectBody(project, deps.organization)
    },
  )
}
