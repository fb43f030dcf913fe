import type { FastifyInstance } from 'fastify'
import { DashboardPath } from '#contract/paths.ts'
import { SharingBody, SharingWrite } from '#contract/sharing.ts'
import { Format, FormatQuery } from '#contract/text.ts'
import { type DashboardDeps, findLiveDashboard } from '#http/dashboards/dashboard-with-results.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import { writingOf } from '#http/server/writing.ts'
import type { Dashboard } from '#metadata/dashboards/dashboard.ts'
import type { Shared, SharingStore } from '#metadata/sharing/sharing-store.ts'
import { sharingChange, toSharingBody } from './sharing-body.ts'

interface DashboardSharingDeps extends DashboardDeps {
  readonly dashboardSharing: SharingStore
}

const READ = { tag: 'sharing', scope: 'sharing_configuration:read', params: DashboardPath } as const
const WRITE = { ...READ, scope: 'sharing_configuration:write', query: Format } as const

/**
 * Registers the calls that enable, disable and replace the link of a dashboard. The link shows the
 * dashboard without a key.
 */
export function dashboardSharingRoutes(app: FastifyInstance, deps: DashboardSharingDeps): void {
  const found = (projectId: number, id: string) => findLiveDashboard(deps, projectId, id)
  route(
    app,
    {
      get: '/dashboards/:id/sharing/',
      summary: 'Get the link of a dashboard',
      ...READ,
      query: FormatQuery,
      answer: SharingBody,
    },
    async (request) => {
      const { id } = await found(projectOf(request).id, request.params.id)
      return toSharingBody(await deps.dashboardSharing.of(id))
    },
  )
  route(
    app,
    {
      patch: '/dashboards/:id/sharing/',
      summary: 'Change the link of a dashboard',
      example: { body: { enabled: true } },
      ...WRITE,
      body: SharingWrite,
      answer: SharingBody,
    },
    async (request) => {
      const shared = logged(await found(projectOf(request).id, request.params.id))
      const change = sharingChange(request.body)
      return toSharingBody(await deps.dashboardSharing.change(writingOf(request, deps), shared, change))
    },
  )
  route(
    app,
    {
      post: '/dashboards/:id/sharing/refresh/',
      summary: 'Replace the link of a dashboard',
      description: 'Replaces the token, so that the previous link no longer works.',
      ...WRITE,
      answer: SharingBody,
    },
    async (request) => {
      const shared = logged(await found(projectOf(request).id, request.params.id))
      return toSharingBody(await deps.dashboardSharing.replaceToken(writingOf(request, deps), shared))
    },
  )
}

const logged = ({ id, name }: Dashboard): Shared => ({ id, name, shortId: null })
