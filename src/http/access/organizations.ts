import type { FastifyInstance, FastifyRequest } from 'fastify'
import { OrganizationBody, OrganizationPageBody } from '#contract/organization.ts'
import { OrganizationMemberPageBody } from '#contract/organization-member.ts'
import { PageQuery } from '#contract/paging.ts'
import { OrganizationPath, OrganizationProjectPath } from '#contract/paths.ts'
import { ProjectBody, ProjectChange, ProjectCreate, ProjectPageBody } from '#contract/project.ts'
import { FormatQuery } from '#contract/text.ts'
import {
  callerOf,
  projectOf,
  projectsOf,
  requireProject,
  requireRoleSomewhere,
} from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { counted, countedPage, pageOfAll } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'
import type { OrganizationMembers } from '#metadata/access/organization-members.ts'
import type { Organization } from '#metadata/projects/organization.ts'
import { notFound } from '#shared/request-error.ts'
import { shownTo, toOrganizationBody } from './organization-body.ts'
import { toOrganizationMemberBody } from './organization-member-body.ts'
import { toProjectBody } from './project-body.ts'
import { changeProject, createProject, type ProjectRouteDeps, projectPage } from './projects.ts'

interface OrganizationRouteDeps extends ProjectRouteDeps {
  readonly organizationMembers: OrganizationMembers
}

/** Registers `/organizations/`. A server has only one organization, but clients look for it at this path. */
export async function organizationRoutes(app: FastifyInstance, deps: OrganizationRouteDeps): Promise<void> {
  const { organization } = deps
  list(
    app,
    {
      get: '/organizations/',
      summary: 'List the only organization',
      tag: 'organizations',
      scope: 'organization:read',
      query: PageQuery,
      answer: OrganizationPageBody,
      paging: counted,
    },
    async (request, position) => pageOfAll(position, [await bodyFor(request, deps)]),
  )
  await app.register(
    async (one) => {
      requireOrganization(one, organization)
      await oneOrganizationRoutes(one, deps)
    },
    { prefix: '/organizations/:organization_id' },
  )
}

async function bodyFor(request: FastifyRequest, deps: OrganizationRouteDeps) {
  const caller = callerOf(request)
  const projects = await projectsOf(caller, deps)
  return toOrganizationBody(deps.organization, projects, shownTo(caller, projects))
}

function requireOrganization(app: FastifyInstance, { uuid }: Organization): void {
  app.addHook('onRequest', async (request) => {
    const { organization_id } = request.params as { organization_id?: string }
    if (organization_id !== '@current' && organization_id !== uuid) throw notFound('Organization not found.')
  })
}

async function oneOrganizationRoutes(app: FastifyInstance, deps: OrganizationRouteDeps): Promise<void> {
  route(
    app,
    {
      get: '/',
      summary: 'Get the organization',
      tag: 'organizations',
      scope: 'organization:read',
      params: OrganizationPath,
      query: FormatQuery,
      answer: OrganizationBody,
    },
    (request) => bodyFor(request, deps),
  )
  list(
    app,
    {
      get: '/projects/',
      summary: 'List projects',
      tag: 'organizations',
      scope: 'project:read',
      params: OrganizationPath,
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
      tag: 'organizations',
      scope: 'project:write',
      params: OrganizationPath,
      body: ProjectCreate,
      answer: ProjectBody,
      status: 201,
      onRequest: requireRoleSomewhere('admin', deps),
    },
    (request) => createProject(request, deps),
  )
  memberListRoute(app, deps)
  await app.register(
    async (project) => {
      requireProject(project, deps)
      oneProjectRoutes(project, deps)
    },
    { prefix: '/projects/:project_id' },
  )
}

function memberListRoute(app: FastifyInstance, deps: OrganizationRouteDeps): void {
  list(
    app,
    {
      get: '/members/',
      summary: 'List the members of the projects that you can access',
      tag: 'organizations',
      scope: 'organization_member:read',
      params: OrganizationPath,
      query: PageQuery,
      answer: OrganizationMemberPageBody,
      paging: counted,
    },
    async (request, position) => {
      const projects = await projectsOf(callerOf(request), deps)
      const ids = projects.map(({ id }) => id)
      const { count, members } = await deps.organizationMembers.ofProjects(ids, position)
      return countedPage(position, count, members.map(toOrganizationMemberBody))
    },
  )
}

function oneProjectRoutes(app: FastifyInstance, deps: OrganizationRouteDeps): void {
  const ONE = { tag: 'organizations', params: OrganizationProjectPath, answer: ProjectBody } as const
  route(
    app,
    { get: '/', summary: 'Get a project', scope: 'project:read', ...ONE, query: FormatQuery },
    async (request) => toProjectBody(projectOf(request), deps.organization),
  )
  route(
    app,
    {
      patch: '/',
      summary: 'Change a project',
      example: { body: { timezone: 'Europe/Berlin', week_start_day: 1 } },
      scope: 'project:write',
      ...ONE,
      body: ProjectChange,
    },
    (request) => changeProject(request, deps),
  )
}
