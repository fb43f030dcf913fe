import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Role } from '#contract/roles.ts'
import type { Scope } from '#contract/scopes.ts'
import type { ApiKey, ApiKeyStore } from '#metadata/access/api-key-store.ts'
import type { SessionStore } from '#metadata/access/session-store.ts'
import type { MembersProject, ProjectStore } from '#metadata/projects/project-store.ts'
import { type Clock, isWithin } from '#shared/clock.ts'
import { notFound, RequestError } from '#shared/request-error.ts'
import { roleNeeded, suffices } from './roles.ts'
import { requireOwnPage, sessionTokenOf } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The scope that the route requires; null if any valid key is enough. A route under /api without this
     * setting fails every request.
     */
    scope?: Scope | null
    /** A second scope that the route requires in addition to `scope`. */
    alsoScope?: Scope
  }
  interface FastifyRequest {
    /** The authenticated user. Set on the routes under /api that need a key or a session. */
    caller: Caller | null
    /** The project of the path. Set on the routes under a project. */
    project: MembersProject | null
  }
}

/** The user of a request, and the limits of the key that the request has. */
export interface Caller extends Pick<ApiKey, 'userId' | 'scopes' | 'projectIds'> {
  /** Null for a session. */
  readonly keyId: number | null
}

export interface AuthenticationDeps {
  readonly keys: Pick<ApiKeyStore, 'bySecret' | 'noteUse'>
  readonly sessions: Pick<SessionStore, 'userOf'>
  readonly projects: Pick<ProjectStore, 'ofUser'>
  readonly clock: Clock
}

/**
 * Requires a personal API key with the scope of the route, or a session. The check runs before the body is
 * read.
 */
export function requireCaller(app: FastifyInstance, deps: AuthenticationDeps): void {
  app.addHook('onRequest', async (request) => {
    const { scope, alsoScope } = request.routeOptions.config
    if (scope === undefined) throw new Error(`The route ${request.routeOptions.url} declares no scope`)
    const caller = (await callerOfSession(request, deps)) ?? (await callerOfKey(request, deps))
    if (scope !== null) requireScope(caller, scope)
    if (alsoScope !== undefined) requireScope(caller, alsoScope)
    request.caller = caller
  })
}

/**
 * Returns the caller of a request with a session; null without a session. If a request has an Authorization
 * header, its session is ignored, even if the key in the header is invalid. Otherwise the request could act
 * as another user than the user of the key.
 */
export async function callerOfSession(
  request: FastifyRequest,
  deps: Pick<AuthenticationDeps, 'sessions' | 'clock'>,
): Promise<Caller | null> {
  const token = sessionTokenOf(request)
  if (request.headers.authorization !== undefined || token === null) return null
  const userId = await deps.sessions.userOf(token, deps.clock())
  if (userId === null) return null
  requireOwnPage(request)
  return { userId, scopes: ['*'], projectIds: null, keyId: null }
}

/**
 * Returns the caller of a request with a personal API key.
 * @throws RequestError `unauthenticated` without a valid key.
 */
export async function callerOfKey(
  request: FastifyRequest,
  deps: Pick<AuthenticationDeps, 'keys' | 'clock'>,
): Promise<Caller> {
  const header = request.headers.authorization
  const secret = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1]
  if (header === undefined)
    throw new RequestError(
      'unauthenticated',
      'not_authenticated',
      'Authentication credentials were not provided.',
    )
  const key = secret === undefined ? null : await deps.keys.bySecret(secret)
  if (key === null) throw new RequestError('unauthenticated', 'authentication_failed', faultOf(secret))
  await noteUse(request, key, deps)
  return { userId: key.userId, scopes: key.scopes, projectIds: key.projectIds, keyId: key.id }
}

/**
 * Describes what is wrong with an Authorization header. The text repeats nothing of the header, because the
 * header may contain a valid key.
 */
function faultOf(secret: string | undefined): string {
  if (secret === undefined)
    return 'The Authorization header is not "Bearer" and a key. Send "Authorization: Bearer phx_...", with your personal API key.'
  if (secret.startsWith('phc_'))
    return 'The Authorization header has the token of a project, phc_..., which only captures events. Send your personal API key, phx_....'
  return 'Personal API key found in request Authorization header is invalid.'
}

const HOUR_MS = 3_600_000

// The last use of a key is stored at most once an hour, so that a GET rarely writes. If storing fails, for
// example because the disk is full, the request goes on.
async function noteUse(
  request: FastifyRequest,
  key: ApiKey,
  { keys, clock }: Pick<AuthenticationDeps, 'keys' | 'clock'>,
): Promise<void> {
  const nowMs = clock()
  if (key.lastUsedAt !== null && isWithin(HOUR_MS, Date.parse(key.lastUsedAt), nowMs)) return
  await keys
    .noteUse(key.id, nowMs)
    .catch((error: unknown) => request.log.warn({ err: error }, 'the last use of a key was not stored'))
}

/**
 * Returns whether `scopes` include the scope `needed`. `X:write` includes `X:read`, and `*` includes every
 * scope.
 */
export function allows(scopes: readonly Scope[], needed: Scope): boolean {
  const sufficient: readonly string[] = ['*', needed, needed.replace(/:read$/, ':write')]
  return scopes.some((scope) => sufficient.includes(scope))
}

/**
 * Requires that the caller has a scope.
 * @throws RequestError `forbidden` for a caller without the scope.
 */
export function requireScope({ scopes }: Pick<Caller, 'scopes'>, scope: Scope): void {
  if (!allows(scopes, scope))
    throw new RequestError('forbidden', 'permission_denied', `API key missing required scope '${scope}'`)
}

/**
 * Finds the project of the path among the projects that the caller can access, and requires the role in
 * this project that the scope of the route needs. An unknown project and a project without access are both
 * answered with 404.
 */
export function requireProject(app: FastifyInstance, deps: Pick<AuthenticationDeps, 'projects'>): void {
  requireProjectNamed(app, deps, (request) => (request.params as { project_id?: string }).project_id)
}

/**
 * Does what {@link requireProject} does, for routes whose path names no project. They are about the
 * caller's current project, which is the oldest one.
 */
export function requireCurrentProject(
  app: FastifyInstance,
  deps: Pick<AuthenticationDeps, 'projects'>,
): void {
  requireProjectNamed(app, deps, () => '@current')
}

function requireProjectNamed(
  app: FastifyInstance,
  deps: Pick<AuthenticationDeps, 'projects'>,
  nameIn: (request: FastifyRequest) => string | undefined,
): void {
  app.addHook('onRequest', async (request) => {
    const name = nameIn(request)
    const projects = await projectsOf(callerOf(request), deps)
    const project = name === '@current' ? projects[0] : projects.find(({ id }) => String(id) === name)
    if (project === undefined) throw notFound('Project not found.')
    const { scope } = request.routeOptions.config
    const needed = scope ? roleNeeded(scope) : null
    if (needed !== null && !suffices(project.role, needed)) throw missingRole(needed, project.role)
    request.project = project
  })
}

/**
 * Requires that the caller has a role in at least one accessible project. For routes that are not about one
 * project.
 */
export const requireRoleSomewhere =
  (role: Role, deps: Pick<AuthenticationDeps, 'projects'>) =>
  async (request: FastifyRequest): Promise<void> => {
    const projects = await projectsOf(callerOf(request), deps)
    if (!projects.some((project) => suffices(project.role, role))) throw missingRole(role, null)
  }

const missingRole = (needed: Role, actual: Role | null): RequestError =>
  new RequestError(
    'forbidden',
    'permission_denied',
    actual === null
      ? `This needs the role ${needed} in a project.`
      : `This needs the role ${needed} in the project; your role is ${actual}.`,
  )

/** Returns the projects that a caller can access, the oldest first. */
export async function projectsOf(
  caller: Pick<Caller, 'userId' | 'projectIds'>,
  deps: Pick<AuthenticationDeps, 'projects'>,
): Promise<MembersProject[]> {
  const all = await deps.projects.ofUser(caller.userId)
  return all.filter((project) => caller.projectIds === null || caller.projectIds.includes(project.id))
}

/**
 * Returns the caller of the request.
 * @throws Error on a route outside of {@link requireCaller}.
 */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('The route is not authenticated')
  return request.caller
}

/**
 * Returns the project of the request, which the path names or which is the caller's current project.
 * @throws Error on a route outside of {@link requireProject}.
 */
export function projectOf(request: FastifyRequest): MembersProject {
  if (request.project === null) throw new Error('The route has no project')
  return request.project
}
