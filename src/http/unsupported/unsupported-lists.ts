import type { FastifyInstance } from 'fastify'
import { ProjectPath } from '#contract/paths.ts'
import {
  EmptyPageBody,
  FlagPath,
  FlagQuery,
  NoPayload,
  UNSUPPORTED,
  UnsupportedListQuery,
} from '#contract/unsupported.ts'
import { list } from '#http/server/list.ts'
import { counted, pageOfAll } from '#http/server/paging.ts'
import { route } from '#http/server/route.ts'

/**
 * Registers lists of objects that this server does not have, such as objects of other products. Clients read
 * these lists together with the lists that the server has. The registered lists are always empty, and
 * nothing can be written to them.
 */
export function unsupportedListRoutes(app: FastifyInstance): void {
  for (const [name, { scope, things, why }] of Object.entries(UNSUPPORTED))
    list(
      app,
      {
        get: `/${name}/`,
        summary: `List ${things} (always empty)`,
        description: why,
        tag: 'unsupported',
        scope,
        params: ProjectPath,
        query: UnsupportedListQuery,
        answer: EmptyPageBody,
        paging: counted,
        config: { whyReadOnly: why },
      },
      async (_request, position) => pageOfAll<unknown>(position, []),
    )
  route(
    app,
    {
      get: '/feature_flags/:key/remote_config/',
      summary: 'Get the payload of a feature flag (always empty)',
      description: UNSUPPORTED.feature_flags.why,
      tag: 'unsupported',
      scope: UNSUPPORTED.feature_flags.scope,
      params: FlagPath,
      query: FlagQuery,
      answer: NoPayload,
      status: 404,
    },
    async (_request, reply) => reply.type('application/json').send('""'),
  )
}
