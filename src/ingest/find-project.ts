import type { Project, ProjectStore } from '#metadata/projects/project-store.ts'
import { RequestError } from '#shared/request-error.ts'
import type { RefusalLog } from './refusal-log.ts'
import { refusalSentence, type UnknownTokens } from './unknown-tokens.ts'

export interface FindProjectDeps {
  readonly projects: Pick<ProjectStore, 'byToken' | 'all'>
  readonly unknownTokens: Pick<UnknownTokens, 'add'>
  readonly refusalLog: Pick<RefusalLog, 'add'>
}

/**
 * Finds the project that has a token.
 * @throws RequestError `unauthenticated` if no project has the token. A log line is written first.
 */
export type FindProject = (token: string | null) => Promise<Project>

const refused = (code: string, message: string) => new RequestError('unauthenticated', code, message)

export function createFindProject({ projects, unknownTokens, refusalLog }: FindProjectDeps): FindProject {
  return async (token) => {
    const mistake = mistakeOf(token)
    if (mistake !== null) await refusalLog.add(() => `Events were refused: ${mistake.message}`)
    if (token === null || mistake !== null) throw mistake
    const project = await projects.byToken(token)
    if (project !== null) return project
    if (unknownTokens.add(token))
      await refusalLog.add(async () => refusalSentence(token, await projects.all()))
    throw refused('invalid_api_key', `No project has the token '${token.slice(0, 12)}'.`)
  }
}

// Returns the error for a token that no project can have, or null.
function mistakeOf(token: string | null): RequestError | null {
  if (token === null)
    return refused(
      'missing_api_key',
      'No project token was sent. Give it as api_key: GET /api/projects/ shows it as api_token.',
    )
  if (!token.startsWith('phx_')) return null
  return refused(
    'invalid_personal_api_key',
    'A personal API key cannot capture events: use the project token, phc_...',
  )
}
