import type { FastifyInstance } from 'fastify'
import { OrganizationBody, OrganizationPageBody } from '#contract/organization.ts'
import { PageQuery } from '#contract/paging.ts'
import { OrganizationPath, OrganizationProjectPath } from '#contract/paths.ts'
import { ProjectBody, ProjectPageBody } from '#contract/project.ts'
import { FormatQuery } from '#contract/text.ts'
import { type AuthenticationDeps, projectOf, requireProject } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { counted, pageOfAll } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'
import type { Organization } from '#metadata/projects/organization.ts'
import { notFound } from '#shared/request-error.ts'
import { toOrganizationBody } from './organization-body.ts'
import { toProjectBody } from './project-body.ts'
import { projectPage } from './projects.ts'

interface OrganizationRouteDeps extends Pick<AuthenticationDeps, 'projects'> {
  readonly organization: Organization
}

/** `/organizations/`: a server has one organization, which clients look for here. */
export async function organizationRoutes(app: FastifyInstance, deps: OrganizationRouteDeps): Promise<void> {
  const { organization } = deps
  list(
    app,
    {
      get: '/organizations/',
      summary: 'List organizations; there is one',
      tag: 'organizations',
      scope: 'organization:read',
      query: PageQuery,
      answer: OrganizationPageBody,
      paging: counted,
    },
    async (_request, place) => pageOfAll(place, [toOrganizationBody(organization)]),
  )
  await app.register(
    async (one) => {
      requireOrganization(one, organization)
      await oneOrganizationRoutes(one, deps)
    },
    { prefix: '/organizations/:organization_id' },
  )
}

function requireOrganization(app: FastifyInstance, { uuid }: Organization): void {
  app.addHook('onRequest', async (request) => {
    const { organization_id } = request.params as { organization_id?: string }
    if (organization_id !== '@current' && organization_id !== uuid) throw notFound('Organization not found.')
  })
}

async function oneOrganizationRoutes(app: FastifyInstance, deps: OrganizationRouteDeps): Promise<void> {
  const { organization } = deps
  route(
    app,
    {
      get: '/',
      summary: 'The organization',
      tag: 'organizations',
      scope: 'organization:read',
      params: OrganizationPath,
      query: FormatQuery,
      answer: OrganizationBody,
    },
    async () => toOrganizationBody(organization),
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
    (request, place) => projectPage(request, place, deps),
  )
  await app.register(
    async (project) => {
      requireProject(project, deps)
      route(
        project,
        {
          get: '/',
          summary: 'One project',
          tag: 'organizations',
          scope: 'project:read',
          params: OrganizationProjectPath,
          query: FormatQuery,
          answer: ProjectBody,
        },
        async (request) => toProjectBody(projectOf(request), organization),
      )
    },
    { prefix: '/projects/:project_id' },
  )
}
