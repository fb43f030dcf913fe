import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiKey, ApiKeyStore } from '../metadata/api-key-store.ts'
import type { Project, ProjectStore } from '../metadata/project-store.ts'
import { notFound, RequestError } from '../shared/request-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a key must be allowed to do, as `object:read` or `object:write`. A route without one answers nobody. */
    scope?: string
  }
  interface FastifyRequest {
    /** Set by the authentication of every route under /api. */
    caller: ApiKey | null
    /** Set for every route under a project. */
    project: Project | null
  }
}

export interface AuthenticationDeps {
  readonly keys: Pick<ApiKeyStore, 'bySecret'>
  readonly projects: Pick<ProjectStore, 'ofUser'>
}

/** Requires a personal API key with the route's scope, before the body is read. */
export function requireKey(app: FastifyInstance, deps: AuthenticationDeps): void {
  app.addHook('onRequest', async (request) => {
    const key = await keyOf(request, deps)
    const scope = request.routeOptions.config.scope
    if (scope === undefined) throw new Error(`The route ${request.routeOptions.url} declares no scope`)
    if (!allows(key.scopes, scope))
      throw new RequestError('forbidden', 'permission_denied', `API key missing required scope '${scope}'`)
    request.caller = key
  })
}

/** The key that a request shows. @throws RequestError `unauthenticated` without a valid one. */
export async function keyOf(request: FastifyRequest, deps: AuthenticationDeps): Promise<ApiKey> {
  const header = request.headers.authorization
  const secret = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1]
  if (header === undefined)
    throw new RequestError(
      'unauthenticated',
      'not_authenticated',
      'Authentication credentials were not provided.',
    )
  const key = secret === undefined ? null : await deps.keys.bySecret(secret)
  if (key !== null) return key
  throw new RequestError(
    'unauthenticated',
    'authentication_failed',
    'Personal API key found in request Authorization header is invalid.',
  )
}

/** `X:write` includes `X:read`, `*` includes all. */
export function allows(scopes: readonly string[], needed: string): boolean {
  return (
    scopes.includes('*') || scopes.includes(needed) || scopes.includes(needed.replace(/:read$/, ':write'))
  )
}

/** Finds the project of the path among those the key opens. A foreign and an unknown one look the same. */
export function requireProject(app: FastifyInstance, deps: AuthenticationDeps): void {
  app.addHook('onRequest', async (request) => {
    const { project_id } = request.params as { project_id?: string }
    const open = await projectsOf(callerOf(request), deps)
    const project = project_id === '@current' ? open[0] : open.find((one) => String(one.id) === project_id)
    if (project === undefined) throw notFound('Project not found.')
    request.project = project
  })
}

/** The projects that a key opens, oldest first. */
export async function projectsOf(
  key: ApiKey,
  deps: Pick<AuthenticationDeps, 'projects'>,
): Promise<Project[]> {
  const projects = await deps.projects.ofUser(key.userId)
  return projects.filter((project) => key.projectIds === null || key.projectIds.includes(project.id))
}

/** The authenticated key. @throws Error on a route outside {@link requireKey}. */
export function callerOf(request: FastifyRequest): ApiKey {
  if (request.caller === null) throw new Error('The route is not authenticated')
  return request.caller
}

/** The project of the path. @throws Error on a route outside {@link requireProject}. */
export function projectOf(request: FastifyRequest): Project {
  if (request.project === null) throw new Error('The route has no project')
  return request.project
}
