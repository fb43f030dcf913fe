import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorResponses } from '#contract/error-body.ts'
import { KeyPath } from '#contract/paths.ts'
import { ApiKeyBody, ApiKeyChange, ApiKeyCreate } from '#contract/personal-api-key.ts'
import {
  type AuthenticationDeps,
  type Caller,
  callerOf,
  projectsOf,
  requireScope,
} from '#http/server/authenticate.ts'
import { pathNumber } from '#http/server/path-number.ts'
import type { ApiKey, ApiKeyStore } from '#metadata/access/api-key-store.ts'
import type { Clock } from '#shared/clock.ts'
import { invalid, notFound, RequestError } from '#shared/request-error.ts'
import { newPersonalApiKey } from '#shared/secrets.ts'

interface KeyRouteDeps extends Pick<AuthenticationDeps, 'projects'> {
  readonly keys: ApiKeyStore
  readonly clock: Clock
}
const READ = { config: { scope: 'personal_api_key:read' } }
const WRITE = { config: { scope: 'personal_api_key:write' } }
const ONE = { tags: ['keys'], params: KeyPath, response: { 200: ApiKeyBody, ...errorResponses } }

/** `/api/personal_api_keys/`: the caller's own keys. */
export function personalApiKeyRoutes(deps: KeyRouteDeps): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(listRoutes(deps))
    await app.register(readRoutes(deps))
    await app.register(changeRoutes(deps))
  }
}

function listRoutes(deps: KeyRouteDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/',
      { ...READ, schema: { tags: ['keys'], response: { 200: z.array(ApiKeyBody), ...errorResponses } } },
      async (request) => {
        const keys = await deps.keys.ofUser(callerOf(request).userId)
        return keys.map((key) => toApiKeyBody(key, null))
      },
    )
    app.post(
      '/',
      {
        ...WRITE,
        schema: { tags: ['keys'], body: ApiKeyCreate, response: { 201: ApiKeyBody, ...errorResponses } },
      },
      async (request, reply) => {
        const caller = callerOf(request)
        const { label, scopes, scoped_teams } = request.body
        const projectIds = await limitOf(caller, scoped_teams ?? [], deps)
        requireWithin(caller, { scopes, projectIds })
        const secret = newPersonalApiKey()
        const key = await deps.keys.create(
          { userId: caller.userId, label, scopes, projectIds },
          secret,
          deps.clock(),
        )
        return reply.code(201).send(toApiKeyBody(key, secret))
      },
    )
  }
}

function readRoutes({ keys }: KeyRouteDeps): FastifyPluginAsyncZod {
  const read = async (caller: Caller, id: string) => {
    const key = await keys.find(caller.userId, keyNumber(caller, id))
    if (key === null) throw notFound()
    return toApiKeyBody(key, null)
  }
  return async (app) => {
    // A program that was given a key asks this to find out what it may do: no scope can be needed.
    app.get(
      '/@current/',
      {
        config: { scope: null },
        schema: { tags: ['keys'], response: { 200: ApiKeyBody, ...errorResponses } },
      },
      (request) => read(callerOf(request), '@current'),
    )
    app.get('/:id/', { ...READ, schema: ONE }, (request) => read(callerOf(request), request.params.id))
  }
}

function changeRoutes({ keys, projects, clock }: KeyRouteDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.patch('/:id/', { ...WRITE, schema: { ...ONE, body: ApiKeyChange } }, async (request) => {
      const caller = callerOf(request)
      const { label, scopes, scoped_teams } = request.body
      const projectIds =
        scoped_teams === undefined ? undefined : await limitOf(caller, scoped_teams ?? [], { projects })
      const change = {
        ...(label !== undefined && { label }),
        ...(scopes !== undefined && { scopes }),
        ...(projectIds !== undefined && { projectIds }),
      }
      const decide = (key: ApiKey) => {
        // Somebody else may hold it: neither may it become more than the caller is, nor be made less by who is less.
        requireWithin(caller, key)
        requireWithin(caller, { ...key, ...change })
        return change
      }
      const id = keyNumber(caller, request.params.id)
      const key = await keys.update(caller.userId, id, decide, clock())
      if (key === null) throw notFound()
      return toApiKeyBody(key, null)
    })
    app.post('/:id/roll/', { ...WRITE, schema: ONE }, async (request) => {
      const caller = callerOf(request)
      const newSecret = newPersonalApiKey()
      const decide = (key: ApiKey) => {
        requireWithin(caller, key)
        return { newSecret }
      }
      const id = keyNumber(caller, request.params.id)
      const key = await keys.update(caller.userId, id, decide, clock())
      if (key === null) throw notFound()
      return toApiKeyBody(key, newSecret)
    })
    app.delete(
      '/:id/',
      { ...WRITE, schema: { ...ONE, response: { 204: z.undefined(), ...errorResponses } } },
      async (request, reply) => {
        const caller = callerOf(request)
        const id = keyNumber(caller, request.params.id)
        const key = await keys.find(caller.userId, id)
        if (key === null) throw notFound()
        requireWithin(caller, key)
        await keys.delete(caller.userId, id)
        return reply.code(204).send()
      },
    )
  }
}

/** The number of a key in a path. `@current` names none to a session. */
function keyNumber({ keyId }: Caller, id: string): number {
  if (id === '@current' && keyId !== null) return keyId
  return pathNumber(id)
}

/** The projects that a key is to open; none stands for all of the caller's. */
async function limitOf(
  caller: Caller,
  asked: readonly number[],
  deps: Pick<KeyRouteDeps, 'projects'>,
): Promise<readonly number[] | null> {
  if (asked.length === 0) return caller.projectIds
  const open = (await projectsOf(caller, deps)).map((project) => project.id)
  if (asked.some((id) => !open.includes(id)))
    throw invalid('does_not_exist', 'The key does not open such a project.', 'scoped_teams')
  return asked
}

/** A key never makes a stronger one, nor gets one into its hands, nor takes one away. @throws RequestError `forbidden` */
function requireWithin(caller: Caller, key: Pick<ApiKey, 'scopes' | 'projectIds'>): void {
  for (const scope of key.scopes) requireScope(caller, scope)
  const limit = caller.projectIds
  if (limit !== null && (key.projectIds === null || key.projectIds.some((id) => !limit.includes(id))))
    throw new RequestError('forbidden', 'permission_denied', 'The key opens projects that yours does not.')
}

const toApiKeyBody = (key: ApiKey, value: string | null): z.infer<typeof ApiKeyBody> => ({
  id: key.id,
  label: key.label,
  mask_value: key.mask,
  scopes: [...key.scopes],
  scoped_teams: [...(key.projectIds ?? [])],
  scoped_organizations: [],
  user: key.userId,
  created_at: key.createdAt,
  last_used_at: key.lastUsedAt,
  last_rolled_at: key.lastRolledAt,
  value,
})
