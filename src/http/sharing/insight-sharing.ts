import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InsightPath } from '#contract/paths.ts'
import { SharingBody, SharingWrite } from '#contract/sharing.ts'
import { Format, FormatQuery } from '#contract/text.ts'
import { findLiveInsight, type InsightDeps } from '#http/insights/insight-with-result.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import { writingOf } from '#http/server/writing.ts'
import type { Insight } from '#metadata/insights/insight.ts'
import type { Shared, SharingStore } from '#metadata/sharing/sharing-store.ts'
import { notFound, RequestError } from '#shared/request-error.ts'
import { sharingChange, toSharingBody } from './sharing-body.ts'

interface SharingDeps extends InsightDeps {
  readonly sharing: SharingStore
}

const READ = { tag: 'sharing', scope: 'sharing_configuration:read', params: InsightPath } as const
const WRITE = { ...READ, scope: 'sharing_configuration:write', query: Format } as const

/**
 * Registers the calls that enable, disable and replace the link of an insight. The link shows the insight
 * without a key.
 */
export function insightSharingRoutes(app: FastifyInstance, deps: SharingDeps): void {
  route(
    app,
    {
      get: '/insights/:id/sharing/',
      call: 3,
      summary: 'Get the link of an insight',
      ...READ,
      query: FormatQuery,
      answer: SharingBody,
    },
    async (request) => {
      const insight = await insightToShare(deps, request, request.params.id)
      const sharing = await deps.sharing.of(insight.id)
      return toSharingBody(sharing)
    },
  )
  route(
    app,
    {
      patch: '/insights/:id/sharing/',
      summary: 'Change the link of an insight',
      example: { body: { enabled: true } },
      ...WRITE,
      body: SharingWrite,
      answer: SharingBody,
    },
    async (request) => {
      const insight = await insightToShare(deps, request, request.params.id)
      const change = sharingChange(request.body)
      return toSharingBody(await deps.sharing.change(writingOf(request, deps), logged(insight), change))
    },
  )
  route(
    app,
    {
      post: '/insights/:id/sharing/refresh/',
      summary: 'Replace the link of an insight',
      description: 'Replaces the token, so that the previous link no longer works.',
      ...WRITE,
      answer: SharingBody,
    },
    async (request) => {
      const insight = await insightToShare(deps, request, request.params.id)
      return toSharingBody(await deps.sharing.replaceToken(writingOf(request, deps), logged(insight)))
    },
  )
}

async function insightToShare(deps: SharingDeps, request: FastifyRequest, id: string): Promise<Insight> {
  try {
    return await findLiveInsight(deps, projectOf(request).id, id)
  } catch (error) {
    // Clients of this call depend on this exact message.
    throw error instanceof RequestError && error.kind === 'not_found' ? notFound('Insight not found.') : error
  }
}

const logged = ({ id, shortId, name, derivedName }: Insight): Shared => ({
  id,
  shortId,
  name: name || derivedName,
})
