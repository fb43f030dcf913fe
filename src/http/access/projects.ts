import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { errorResponses } from '#contract/error-body.ts'
import { paging } from '#contract/paging.ts'
import { ProjectPath } from '#contract/paths.ts'
import { ProjectBody, ProjectChange, ProjectCreate, ProjectPage } from '#contract/project.ts'
import { Format } from '#contract/text.ts'
import {
  type AuthenticationDeps,
  callerOf,
  projectOf,
  projectsOf,
  requireRoleSomewhere,
} from '#http/server/authenticate.ts'
import { pageOfAll } from '#http/server/page-links.ts'
import type { Organization } from '#metadata/projects/organization.ts'
import type { ProjectStore } from '#metadata/projects/project-store.ts'
import type { Clock } from '#shared/clock.ts'
import { RequestError } from '#shared/request-error.ts'
import { newProjectToken } from '#shared/secrets.ts'
import { checkProject, toProjectBody } from './project-body.ts'

const ListQuery = Format.extend(paging())

interface ProjectRouteDeps {
  readonly projects: ProjectStore
  readonly organization: Organization
  readonly clock: Clock
}

/** `/api/projects/`: which projects a key opens, and new ones. */
export function projectListRoutes(deps: ProjectRouteDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/',
      {
        config: { scope: 'project:read' },
        schema: {
          tags: ['projects'],
          querystring: ListQuery,
          response: { 200: ProjectPage, ...errorResponses },
        },
      },
      (request) => projectPage(request, request.query, deps),
    )
    app.post(
      '/',
      {
        config: { scope: 'project:write' },
        onRequest: requireRoleSomewhere('admin', deps),
        schema: {
          tags: ['projects'],
          body: ProjectCreate,
          response: { 201: ProjectBody, ...errorResponses },
        },
      },
      async (request, reply) => {
        checkProject(request.body)
        // It would not open what it makes.
        if (callerOf(request).projectIds !== null)
          throw new RequestError('forbidden', 'permission_denied', 'The key is limited to other projects.')
        const { name, timezone = 'UTC', week_start_day = 0, test_account_filters = [] } = request.body
        const project = await deps.projects.create(
          {
            name,
            timezone,
            weekStartDay: week_start_day,
            testAccountFilters: test_account_filters,
            apiToken: newProjectToken(),
          },
          callerOf(request).userId,
          deps.clock(),
        )
        return reply.code(201).send(toProjectBody(project, deps.organization))
      },
    )
  }
}

/** A page of the projects that the caller opens. */
export async function projectPage(
  request: FastifyRequest,
  page: { limit: number; offset: number },
  deps: Pick<AuthenticationDeps, 'projects'> & Pick<ProjectRouteDeps, 'organization'>,
): Promise<z.infer<typeof ProjectPage>> {
  const projects = await projectsOf(callerOf(request), deps)
  return pageOfAll(
    request,
    page,
    projects.map((project) => toProjectBody(project, deps.organization)),
  )
}

/** `/api/projects/:project_id/`: one project. */
export function projectRoutes(deps: ProjectRouteDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/',
      {
        config: { scope: 'project:read' },
        schema: {
          tags: ['projects'],
          params: ProjectPath,
          querystring: Format,
          response: { 200: ProjectBody, ...errorResponses },
        },
      },
      async (request) => toProjectBody(projectOf(request), deps.organization),
    )
    app.patch(
      '/',
      {
        config: { scope: 'project:write' },
        schema: {
          tags: ['projects'],
          params: ProjectPath,
          body: ProjectChange,
          response: { 200: ProjectBody, ...errorResponses },
        },
      },
      async (request) => {
        checkProject(request.body)
        const { name, timezone, week_start_day, test_account_filters } = request.body
        const project = await deps.projects.update(projectOf(request).id, {
          ...(name !== undefined && { name }),
          ...(timezone !== undefined && { timezone }),
          ...(week_start_day !== undefined && { weekStartDay: week_start_day }),
          ...(test_account_filters !== undefined && { testAccountFilters: test_account_filters }),
        })
        return toProjectBody(project, deps.organization)
      },
    )
  }
}
