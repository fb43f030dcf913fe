import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiKeyStore } from '../../metadata/api-key-store.ts'
import type { ProjectStore } from '../../metadata/project-store.ts'
import type { Clock } from '../../shared/clock.ts'
import { invalid, notFound, RequestError } from '../../shared/request-error.ts'
import { newPersonalApiKey } from '../../shared/secrets.ts'
import { allows, callerOf, projectsOf } from '../authenticate.ts'
import { errorResponses } from '../contract/error-body.ts'
import { ApiKeyBody, ApiKeyCreate, toApiKeyBody } from '../contract/personal-api-key.ts'

interface KeyRouteDeps {
  readonly keys: ApiKeyStore
  readonly projects: ProjectStore
  readonly clock: Clock
}

/** `/api/personal_api_keys/`: the caller's own keys. */
export function personalApiKeyRoutes(deps: KeyRouteDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/',
      {
        config: { scope: 'personal_api_key:read' },
        schema: { tags: ['keys'], response: { 200: z.array(ApiKeyBody), ...errorResponses } },
      },
      async (request) => {
        const keys = await deps.keys.ofUser(callerOf(request).userId)
        return keys.map((key) => toApiKeyBody(key, null))
      },
    )
    app.post(
      '/',
      {
        config: { scope: 'personal_api_key:write' },
        schema: { tags: ['keys'], body: ApiKeyCreate, response: { 201: ApiKeyBody, ...errorResponses } },
      },
      async (request, reply) => {
        const caller = callerOf(request)
        const { label, scopes, scoped_teams } = request.body
        // A key never makes a stronger one.
        const tooMuch = scopes.find((scope) => !allows(caller.scopes, scope))
        if (tooMuch !== undefined)
          throw new RequestError(
            'forbidden',
            'permission_denied',
            `API key missing required scope '${tooMuch}'`,
          )
        const open = (await projectsOf(caller, deps)).map((project) => project.id)
        const asked = scoped_teams?.length ? scoped_teams : null
        if (asked?.some((id) => !open.includes(id)))
          throw invalid('does_not_exist', 'The key does not open such a project.', 'scoped_teams')
        const secret = newPersonalApiKey()
        const key = await deps.keys.create(
          { userId: caller.userId, label, scopes, projectIds: asked ?? caller.projectIds },
          secret,
          deps.clock(),
        )
        return reply.code(201).send(toApiKeyBody(key, secret))
      },
    )
    app.delete(
      '/:id/',
      {
        config: { scope: 'personal_api_key:write' },
        schema: {
          tags: ['keys'],
          params: z.object({ id: z.string().describe('The number of a key.') }),
          response: { 204: z.undefined(), ...errorResponses },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const existed = /^\d{1,9}$/.test(id) && (await deps.keys.delete(callerOf(request).userId, Number(id)))
        if (!existed) throw notFound()
        return reply.code(204).send()
      },
    )
  }
}
