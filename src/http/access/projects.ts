import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { PageQuery } from '#contract/paging.ts'
import { ProjectPath } from '#contract/paths.ts'
import { ProjectBody, ProjectChange, ProjectCreate, ProjectPageBody } from '#contract/project.ts'
import { FormatQuery } from '#contract/text.ts'
import {
  type AuthenticationDeps,
  callerOf,
  projectOf,
  projectsOf,
  requireRoleSomewhere,
} from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { type CountedPosition, counted, pageOfAll } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'
import type { TimeZones } from '#listings/time-zones.ts'
import type { Organization } from '#metadata/projects/organization.ts'
import type { ProjectStore } from '#metadata/projects/project-store.ts'
import type { Clock } from '#shared/clock.ts'
import { RequestError } from '#shared/request-error.ts'
import { newProjectToken } from '#shared/secrets.ts'
import { toProjectBody, toProjectChange } from './project-body.ts'

export interface ProjectRouteDeps {
  readonly projects: ProjectStore
  readonly organization: Organization
  readonly timeZones: TimeZones
  readonly clock: Clock
}
const READ = { tag: 'projects', scope: 'project:read' } as const
const WRITE = { tag: 'projects', scope: 'project:write', answer: ProjectBody } as const

/** Registers `/projects/`, which lists the projects that the caller can access, and creates new ones. */
export function projectListRoutes(app: FastifyInstance, deps: ProjectRouteDeps): void {
  list(
    app,
    {
      get: '/projects/',
      summary: 'List projects',
      ...READ,
      query: PageQuery,
      answer: ProjectPageBody,
      paging: counted,
    },
    (request, position) => projectPage(request, position, deps),
  )
  route(
    app,
    {
      post: '/projects/',
      summary: 'Create a project',
      example: { body: { name: 'Shop', timezone: 'Europe/Berlin' } },
      ...WRITE,
      body: ProjectCreate,
      status: 201,
      onRequest: requireRoleSomewhere('admin', deps),
    },
    (request) => createProject(request, deps),
  )
}

/**
 * Creates a project for the caller.
 * @throws RequestError `forbidden` for a key that is limited to projects.
 */
export async function createProject(
  request: FastifyRequest<{ Body: z.output<typeof ProjectCreate> }>,
  deps: ProjectRouteDeps,
) {
  const change = await toProjectChange(request.body, deps.timeZones)
  // A key that is limited to projects would have no access to the project that it creates.
  if (callerOf(request).projectIds !== null)
    throw new RequestError(
      'forbidden',
      'permission_denied',
      'The key is limited to certain projects, so it cannot create one. Use a key for all projects.',
    )
  const project = await deps.projects.create(
    { ...NEW_PROJECT, ...change, name: request.body.name, apiToken: newProjectToken() },
    callerOf(request).userId,
    deps.clock(),
  )
  return toProjectBody({ ...project, role: 'admin' }, deps.organization)
}

const NEW_PROJECT = { timezone: 'UTC', weekStartDay: 0, testAccountFilters: [] } as const

/** Changes the project of the path, and returns its body. */
export async function changeProject(
  request: FastifyRequest<{ Body: ProjectChange }>,
  { projects, organization, timeZones }: Pick<ProjectRouteDeps, 'projects' | 'organization' | 'timeZones'>,
) {
  const { id, role } = projectOf(request)
  const project = await projects.update(id, await toProjectChange(request.body, timeZones))
  return toProjectBody({ ...project, role }, organization)
}

/** Returns a page of the projects that the caller can access. */
export async function projectPage(
  request: FastifyRequest,
  position: CountedPosition,
  deps: Pick<AuthenticationDeps, 'projects'> & Pick<ProjectRouteDeps, 'organization'>,
) {
  const projects = await projectsOf(callerOf(request), deps)
  return pageOfAll(
    position,
    projects.map((project) => toProjectBody(project, deps.organization)),
  )
}

/** Registers the routes of the project in the path. */
export function projectRoutes(app: FastifyInstance, deps: ProjectRouteDeps): void {
  route(
    app,
    {
      get: '/',
      summary: 'Get a project',
      ...READ,
      params: ProjectPath,
      query: FormatQuery,
      answer: ProjectBody,
    },
    async (request) => toProjectBody(projectOf(request), deps.organization),
  )
  route(
    app,
    {
      patch: '/',
      summary: 'Change a project',
      example: { body: { timezone: 'Europe/Berlin', week_start_day: 1 } },
      ...WRITE,
      params: ProjectPath,
      body: ProjectChange,
    },
    (request) => changeProject(request, deps),
  )
}
