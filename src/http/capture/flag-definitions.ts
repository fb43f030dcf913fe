import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { ErrorBody } from '#contract/error-body.ts'
import { FlagDefinitions, FlagDefinitionsQuery } from '#contract/sdk.ts'
import { type AuthenticationDeps, callerOf, keyOf, projectsOf } from '#http/server/authenticate.ts'
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
 * What server SDKs with a personal key fetch to decide flags themselves: no flags, and the project's group types. Any
 * valid key may read them, whatever its scopes: they are what the SDK has sent itself.
 */
export function flagDefinitionRoutes(app: FastifyInstance, deps: FlagDefinitionDeps): void {
  for (const path of ['/flags/definitions/', '/api/feature_flag/local_evaluation/'])
    route(
      app,
      {
        get: path,
        summary: 'What a server SDK decides flags by: there are none',
        tag: 'sdk',
        scope: null,
        refusesSessions: true,
        query: FlagDefinitionsQuery,
        answer: FlagDefinitions,
        responses: { 304: z.undefined(), 403: ErrorBody },
        // Before the parameters are checked: a request without a key is told nothing about them.
        async onRequest(request) {
          request.caller = await keyOf(request, deps)
        },
      },
      async (request, reply) => {
        const open = await projectsOf(callerOf(request), deps)
        const project = projectOfToken(open, request.query.token)
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

function projectOfToken(open: readonly Project[], token: string | undefined): Project {
  const project = token === undefined ? open[0] : open.find(({ apiToken }) => apiToken === token)
  if (project !== undefined) return project
  // 403 and not 404: SDKs take a 404 in silence.
  throw new RequestError(
    'forbidden',
    'permission_denied',
    'The personal API key opens no project with this token.',
  )
}

const toDefinitions = (
  types: readonly { readonly index: number; readonly type: string }[],
): z.infer<typeof FlagDefinitions> => ({
  flags: [],
  group_type_mapping: Object.fromEntries(types.map(({ index, type }) => [String(index), type])),
  cohorts: {},
})
