import type { ApiKeyStore } from '#metadata/access/api-key-store.ts'
import type { User, UserStore } from '#metadata/access/user-store.ts'
import type { Project, ProjectStore } from '#metadata/projects/project-store.ts'
import type { Clock } from '#shared/clock.ts'
import { hashPassword } from '#shared/password.ts'
import { newPersonalApiKey, newProjectToken } from '#shared/secrets.ts'
import type { Config } from './config.ts'

export interface FirstStart {
  readonly project: Project
  /** The key itself; only its hash is stored. */
  readonly personalApiKey: string
  /**
   * Whether the server generated the key. It must then be shown, once. A key from the environment is never
   * shown.
   */
  readonly isKeyNew: boolean
}
interface FirstStartDeps {
  readonly users: UserStore
  readonly projects: ProjectStore
  readonly keys: ApiKeyStore
  readonly clock: Clock
}

/**
 * Creates the first user, project and key, as far as they are missing. Returns null if the first user has a
 * key already.
 */
export async function firstStart(deps: FirstStartDeps, config: Config): Promise<FirstStart | null> {
  const user = (await deps.users.first()) ?? (await createUser(deps, config))
  if ((await deps.keys.ofUser(user.id)).length > 0) return null
  const [first] = await deps.projects.ofUser(user.id)
  const project = first ?? (await createProject(deps, config, user.id))
  const personalApiKey = config.THROUGHLINE_INIT_PERSONAL_API_KEY ?? newPersonalApiKey()
  await deps.keys.create(
    { userId: user.id, label: 'First start', scopes: ['*'], projectIds: null },
    personalApiKey,
    deps.clock(),
  )
  return { project, personalApiKey, isKeyNew: config.THROUGHLINE_INIT_PERSONAL_API_KEY === undefined }
}

async function createUser(deps: FirstStartDeps, config: Config): Promise<User> {
  const password = config.THROUGHLINE_INIT_USER_PASSWORD
  return deps.users.create(
    {
      email: config.THROUGHLINE_INIT_USER_EMAIL,
      firstName: 'Admin',
      passwordHash: password === undefined ? null : await hashPassword(password),
      setUpBy: 'operator',
    },
    deps.clock(),
  )
}

const createProject = (deps: FirstStartDeps, config: Config, userId: number): Promise<Project> =>
  deps.projects.create(
    {
      name: config.THROUGHLINE_INIT_PROJECT_NAME,
      apiToken: config.THROUGHLINE_INIT_PROJECT_TOKEN ?? newProjectToken(),
      timezone: 'UTC',
      weekStartDay: 0,
      testAccountFilters: [],
    },
    userId,
    deps.clock(),
  )
