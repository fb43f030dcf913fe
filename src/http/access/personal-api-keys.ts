import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
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
import { route } from '#http/server/route.ts'
import type { ApiKey, ApiKeyStore } from '#metadata/access/api-key-store.ts'
import type { Clock } from '#shared/clock.ts'
import { invalid, notFound, RequestError } from '#shared/request-error.ts'
import { newPersonalApiKey } from '#shared/secrets.ts'

interface KeyRouteDeps extends Pick<AuthenticationDeps, 'projects'> {
  readonly keys: ApiKeyStore
  readonly clock: Clock
}
const READ = { tag: 'keys', scope: 'personal_api_key:read' } as const
const WRITE = { tag: 'keys', scope: 'personal_api_key:write' } as const

/** Registers `/personal_api_keys/`: the caller's own keys. */
export function personalApiKeyRoutes(app: FastifyInstance, deps: KeyRouteDeps): void {
  listRoutes(app, deps)
  readRoutes(app, deps)
  changeRoutes(app, deps)
  deleteRoute(app, deps)
}

function listRoutes(app: FastifyInstance, deps: KeyRouteDeps): void {
  route(
    app,
    {
      get: '/personal_api_keys/',
      summary: 'List your personal API keys',
      ...READ,
      answer: z.array(ApiKeyBody),
    },
    async (request) => {
      const keys = await deps.keys.ofUser(callerOf(request).userId)
      return keys.map((key) => toApiKeyBody(key, null))
    },
  )
  route(
    app,
    {
      post: '/personal_api_keys/',
      summary: 'Create a personal API key',
      example: { body: { label: 'Weekly report', scopes: ['insight:read', 'query:read'] } },
      ...WRITE,
      body: ApiKeyCreate,
      answer: ApiKeyBody,
      status: 201,
    },
    async (request) => {
      const caller = callerOf(request)
      const { label, scopes, scoped_teams } = request.body
      const projectIds = await accessibleProjects(caller, scoped_teams ?? [], deps)
      requireWithin(caller, { scopes, projectIds })
      const secret = newPersonalApiKey()
      const key = await deps.keys.create(
        { userId: caller.userId, label, scopes, projectIds },
        secret,
        deps.clock(),
      )
      return toApiKeyBody(key, secret)
    },
  )
}

function readRoutes(app: FastifyInstance, { keys }: KeyRouteDeps): void {
  const read = async (caller: Caller, id: string) => {
    const key = await keys.find(caller.userId, keyNumber(caller, id))
    if (key === null) throw notFound()
    return toApiKeyBody(key, null)
  }
  route(
    app,
    {
      get: '/personal_api_keys/@current/',
      summary: 'Get the personal API key of the request',
      tag: 'keys',
      // This route requires no scope, because a program asks here which scopes its key has.
      scope: null,
      answer: ApiKeyBody,
    },
    (request) => read(callerOf(request), '@current'),
  )
  route(
    app,
    {
      get: '/personal_api_keys/:id/',
      summary: 'Get one of your personal API keys',
      ...READ,
      params: KeyPath,
      answer: ApiKeyBody,
    },
    (request) => read(callerOf(request), request.params.id),
  )
}

function changeRoutes(app: FastifyInstance, { keys, projects, clock }: KeyRouteDeps): void {
  route(
    app,
    {
      patch: '/personal_api_keys/:id/',
      summary: 'Change a personal API key',
      example: { body: { label: 'Monthly report' } },
      ...WRITE,
      params: KeyPath,
      body: ApiKeyChange,
      answer: ApiKeyBody,
    },
    async (request) => {
      const caller = callerOf(request)
      const { label, scopes, scoped_teams } = request.body
      const projectIds =
        scoped_teams === undefined
          ? undefined
          : await accessibleProjects(caller, scoped_teams ?? [], { projects })
      const change = {
        ...(label !== undefined && { label }),
        ...(scopes !== undefined && { scopes }),
        ...(projectIds !== undefined && { projectIds }),
      }
      const decide = (key: ApiKey) => {
        // Another program may use the key that is changed. The caller must not give this key more access
        // than the caller has, and must not take access from a key that has more access than the caller.
        requireWithin(caller, key)
        requireWithin(caller, { ...key, ...change })
        return change
      }
      const id = keyNumber(caller, request.params.id)
      const key = await keys.update(caller.userId, id, decide, clock())
      if (key === null) throw notFound()
      return toApiKeyBody(key, null)
    },
  )
  route(
    app,
    {
      post: '/personal_api_keys/:id/roll/',
      summary: 'Replace the value of a personal API key',
      ...WRITE,
      params: KeyPath,
      answer: ApiKeyBody,
    },
    async (request) => {
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
    },
  )
}

function deleteRoute(app: FastifyInstance, { keys }: KeyRouteDeps): void {
  route(
    app,
    {
      delete: '/personal_api_keys/:id/',
      summary: 'Revoke a personal API key',
      ...WRITE,
      params: KeyPath,
      status: 204,
    },
    async (request) => {
      const caller = callerOf(request)
      const id = keyNumber(caller, request.params.id)
      const key = await keys.find(caller.userId, id)
      if (key === null) throw notFound()
      requireWithin(caller, key)
      await keys.delete(caller.userId, id)
    },
  )
}

/**
 * Returns the number of the key that a path names. `@current` is the key of the request; a request with a
 * session has none.
 */
function keyNumber({ keyId }: Caller, id: string): number {
  if (id === '@current' && keyId !== null) return keyId
  return pathNumber(id)
}

/**
 * Returns the projects that a key may access. An empty list means all projects that the caller can access.
 */
async function accessibleProjects(
  caller: Caller,
  asked: readonly number[],
  deps: Pick<KeyRouteDeps, 'projects'>,
): Promise<readonly number[] | null> {
  if (asked.length === 0) return caller.projectIds
  const accessible = (await projectsOf(caller, deps)).map((project) => project.id)
  if (asked.some((id) => !accessible.includes(id)))
    throw invalid(
      'does_not_exist',
      'You have no access to one of these projects. Send only projects that you can access.',
      'scoped_teams',
    )
  return asked
}

/**
 * Keeps a caller from creating, changing, rolling or deleting a key that has more access than its own.
 * @throws RequestError `forbidden`
 */
function requireWithin(caller: Caller, key: Pick<ApiKey, 'scopes' | 'projectIds'>): void {
  for (const scope of key.scopes) requireScope(caller, scope)
  const limit = caller.projectIds
  if (limit !== null && (key.projectIds === null || key.projectIds.some((id) => !limit.includes(id))))
    throw new RequestError(
      'forbidden',
      'permission_denied',
      'The key can access projects that the key of your request cannot access.',
    )
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
