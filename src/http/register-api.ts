import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { StoreVersion } from '#metadata/database/store-version.ts'
import { FEATURES, type Feature, type FeatureDeps } from './features.ts'
import {
  type AuthenticationDeps,
  requireCaller,
  requireCurrentProject,
  requireProject,
} from './server/authenticate.ts'
import { cacheResponses } from './server/response-cache.ts'
import type { SharedDashboardDeps } from './sharing/shared-dashboard.ts'
import { acceptSharingTokens } from './sharing/sharing-access.ts'

export type ApiDeps = FeatureDeps &
  AuthenticationDeps &
  SharedDashboardDeps & { readonly storeVersion: StoreVersion }

/**
 * Registers the routes of all features under `/api`, and the hooks that find the caller and the project
 * before a route runs.
 */
export async function registerApi(api: FastifyInstance, deps: ApiDeps): Promise<void> {
  const registerRoutes = async (app: FastifyInstance, level: keyof Feature<never>) => {
    for (const feature of Object.values(FEATURES))
      for (const routes of feature[level] ?? []) await routes(app, deps)
  }
  const registerUnder = (app: FastifyInstance, prefix: string, level: keyof Feature<never>) =>
    app.register(
      async (project) => {
        requireProject(project, deps)
        await registerRoutes(project, level)
      },
      { prefix },
    )
  api.get('/schema/', { schema: { hide: true } }, async () => api.swagger())
  await api.register(cookie)
  await registerRoutes(api, 'open')
  await api.register(async (keyed) => {
    acceptSharingTokens(keyed, deps)
    requireCaller(keyed, deps)
    cacheResponses(keyed, deps.storeVersion)
    await registerRoutes(keyed, 'caller')
    await registerUnder(keyed, '/projects/:project_id', 'project')
    await registerUnder(keyed, '/environments/:project_id', 'project')
    await keyed.register(async (project) => {
      requireCurrentProject(project, deps)
      await registerRoutes(project, 'currentProject')
    })
    await registerUnder(keyed, '/:project_id', 'bareProject')
  })
}
