import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { ErrorBody } from '#contract/error-body.ts'
import { FlagDefinitions, FlagDefinitionsQuery } from '#contract/sdk.ts'
import { type AuthenticationDeps, callerOf, callerOfKey, projectsOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import type { Project, ProjectStore } from '#metadata/projects/project-store.ts'
import { RequestError } from '#shared/request-error.ts'
import { entityTagOf, namesEntityTag } from './entity-tag.ts'

interface FlagDefinitionDeps extends AuthenticationDeps {
  readonly projects: Pick<ProjectStore, 'ofUser'>
  readonly groupTypes: {
    typesOf(projectId: number): Promise<readonly { readonly index: number; readonly type: string }[]>
  }
}

/**
 * Registers the paths at which server SDKs get the definitions by which they evaluate feature flags. The
 * response has the group types of the project and no flags. Any valid key is accepted, whatever its scopes
 * are, because the response only contains values that the SDK has sent itself.
 */
export function flagDefinitionRoutes(app: FastifyInstance, deps: FlagDefinitionDeps): void {
  for (const path of ['/flags/definitions/', '/api/feature_flag/local_evaluation/'])
    route(
      app,
      {
        get: path,
        summary: 'Get the definitions for local flag evaluation (always empty)',
        tag: 'sdk',
        scope: null,
        refusesSessions: true,
        query: FlagDefinitionsQuery,
        answer: FlagDefinitions,
        responses: { 304: z.undefined(), 403: ErrorBody },
        // The key is checked before the parameters, so that a request without a key gets the error about
        // the key and not an error about its parameters.
        async onRequest(request) {
          request.caller = await callerOfKey(request, deps)
        },
      },
      async (request, reply) => {
        const projects = await projectsOf(callerOf(request), deps)
        const project = projectOfToken(projects, request.query.token)
        const types = await deps.groupTypes.typesOf(project.id)
        return sendDefinitions(toDefinitions(types), request.headers['if-none-match'], reply)
      },
    )
}

function sendDefinitions(
  definitions: z.infer<typeof FlagDefinitions>,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): FastifyReply {
  const tag = entityTagOf(JSON.stringify(definitions))
  reply.header('ETag', tag).header('Cache-Control', 'private, no-cache')
  return namesEntityTag(ifNoneMatch, tag) ? reply.code(304).send() : reply.send(definitions)
}

function projectOfToken(projects: readonly Project[], token: string | undefined): Project {
  const project = token === undefined ? projects[0] : projects.find(({ apiToken }) => apiToken === token)
  if (project !== undefined) return project
  // The status is 403 and not 404, because SDKs ignore a 404.
  throw new RequestError(
    'forbidden',
    'permission_denied',
    'The personal API key has no access to a project with this token.',
  )
}

const toDefinitions = (
  types: readonly { readonly index: number; readonly type: string }[],
): z.infer<typeof FlagDefinitions> => ({
  flags: [],
  group_type_mapping: Object.fromEntries(types.map(({ index, type }) => [String(index), type])),
  cohorts: {},
})
