import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorResponses } from '#contract/error-body.ts'
import { knownParameters } from '#contract/known-parameters.ts'
import { OrganizationBody, OrganizationPage } from '#contract/organization.ts'
import { paging } from '#contract/paging.ts'
import { OrganizationPath, OrganizationProjectPath } from '#contract/paths.ts'
import { ProjectBody, ProjectPage } from '#contract/project.ts'
import { Format } from '#contract/text.ts'
import { type AuthenticationDeps, projectOf, requireProject } from '#http/server/authenticate.ts'
import { pageOfAll } from '#http/server/page-links.ts'
import type { Organization } from '#metadata/projects/organization.ts'
import { notFound } from '#shared/request-error.ts'
import { toOrganizationBody } from './organization-body.ts'
import { toProjectBody } from './project-body.ts'
import { projectPage } from './projects.ts'

const ListQuery = knownParameters({ ...Format.shape, ...paging() })
const ReadQuery = knownParameters(Format.shape)
const SUMMARY = { tags: ['organizations'] }

export interface OrganizationRouteDeps extends Pick<AuthenticationDeps, 'projects'> {
  readonly organization: Organization
}

/** `/api/organizations/`: the one of this server, as clients of servers with many look for theirs. */
export function organizationRoutes(deps: OrganizationRouteDeps): FastifyPluginAsyncZod {
  const { organization } = deps
  return async (app) => {
    app.get(
      '/',
      {
        config: { scope: 'organization:read' },
        schema: {
          ...SUMMARY,
          querystring: ListQuery,
          response: { 200: OrganizationPage, ...errorResponses },
        },
      },
      async (request) => pageOfAll(request, request.query, [toOrganizationBody(organization)]),
    )
    await app.register(
      async (one) => {
        requireOrganization(one, organization)
        await one.register(oneOrganizationRoutes(deps))
      },
      { prefix: '/:organization_id' },
    )
  }
}

function requireOrganization(app: FastifyInstance, { uuid }: Organization): void {
  app.addHook('onRequest', async (request) => {
    const { organization_id } = request.params as { organization_id?: string }
    if (organization_id !== '@current' && organization_id !== uuid) throw notFound('Organization not found.')
  })
}

function oneOrganizationRoutes(deps: OrganizationRouteDeps): FastifyPluginAsyncZod {
  const { organization } = deps
  return async (app) => {
    app.get(
      '/',
      {
        config: { scope: 'organization:read' },
        schema: {
          ...SUMMARY,
          params: OrganizationPath,
          querystring: ReadQuery,
          response: { 200: OrganizationBody, ...errorResponses },
        },
      },
      async () => toOrganizationBody(organization),
    )
    app.get(
      '/projects/',
      {
        config: { scope: 'project:read' },
        schema: {
          ...SUMMARY,
          params: OrganizationPath,
          querystring: ListQuery,
          response: { 200: ProjectPage, ...errorResponses },
        },
      },
      (request) => projectPage(request, request.query, deps),
    )
    await app.register(
      async (project: FastifyInstance) => {
        requireProject(project, deps)
        project.get(
          '/',
          {
            config: { scope: 'project:read' },
            schema: {
              ...SUMMARY,
              params: OrganizationProjectPath,
              querystring: ReadQuery,
              response: { 200: ProjectBody, ...errorResponses },
            },
          },
          async (request) => toProjectBody(projectOf(request), organization),
        )
      },
      { prefix: '/projects/:project_id' },
    )
  }
}
