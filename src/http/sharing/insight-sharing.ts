import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { errorResponses } from '#contract/error-body.ts'
import { knownParameters } from '#contract/known-parameters.ts'
import { InsightPath } from '#contract/paths.ts'
import { SharingBody, SharingWrite } from '#contract/sharing.ts'
import { Format } from '#contract/text.ts'
import { type InsightReadDeps, liveInsight } from '#http/insights/read-insight.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { writingOf } from '#http/server/writing.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import type { Sharing, SharingStore } from '#metadata/insights/sharing-store.ts'
import { notFound, RequestError } from '#shared/request-error.ts'
import { newSharingToken } from '#shared/secrets.ts'

interface SharingDeps extends InsightReadDeps {
  readonly sharing: SharingStore
}

const SUMMARY = { tags: ['sharing'], params: InsightPath }
const response = { 200: SharingBody, ...errorResponses }

/** Call 3, and the changes that belong to it: opening, closing and replacing the link of an insight. */
export function insightSharingRoutes(deps: SharingDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/insights/:id/sharing/',
      {
        config: { scope: 'sharing_configuration:read' },
        schema: { ...SUMMARY, querystring: knownParameters(Format.shape), response },
      },
      async (request) => {
        const insight = await insightToShare(deps, request, request.params.id)
        const sharing = await deps.sharing.ofInsight(insight.id)
        return sharing === null
          ? { created_at: null, enabled: false, access_token: newSharingToken() }
          : toSharingBody(sharing)
      },
    )
    app.patch(
      '/insights/:id/sharing/',
      {
        config: { scope: 'sharing_configuration:write' },
        schema: { ...SUMMARY, querystring: Format, body: SharingWrite, response },
      },
      async (request) => {
        const insight = await insightToShare(deps, request, request.params.id)
        const { enabled } = request.body
        return toSharingBody(await deps.sharing.setEnabled(writingOf(request, deps), insight, enabled))
      },
    )
    app.post(
      '/insights/:id/sharing/refresh/',
      {
        config: { scope: 'sharing_configuration:write' },
        schema: {
          ...SUMMARY,
          description: 'Replaces the token: the link that went around until now opens nothing any more.',
          querystring: Format,
          response,
        },
      },
      async (request) => {
        const insight = await insightToShare(deps, request, request.params.id)
        return toSharingBody(await deps.sharing.replaceToken(writingOf(request, deps), insight))
      },
    )
  }
}

async function insightToShare(deps: SharingDeps, request: FastifyRequest, id: string): Promise<Insight> {
  try {
    return await liveInsight(deps, projectOf(request).id, id)
  } catch (error) {
    // Clients of this call know it by its own words.
    throw error instanceof RequestError && error.kind === 'not_found' ? notFound('Insight not found.') : error
  }
}

const toSharingBody = (sharing: Sharing): z.infer<typeof SharingBody> => ({
  created_at: sharing.createdAt,
  enabled: sharing.enabled,
  access_token: sharing.accessToken,
})
