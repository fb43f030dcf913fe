import type { FastifyInstance } from 'fastify'
import { DemoLoadBody, DemoLoadCreate } from '#contract/demo.ts'
import { ProjectPath } from '#contract/paths.ts'
import { FormatQuery } from '#contract/text.ts'
import { callerOf, projectOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import { RequestError } from '#shared/request-error.ts'
import type { DemoLoads } from './demo-loads.ts'

const DEMO = { tag: 'projects', params: ProjectPath, answer: DemoLoadBody } as const

/** Registers `/demo/`, which loads the demo data into a new project. */
export function demoRoutes(app: FastifyInstance, { demoLoads }: { readonly demoLoads: DemoLoads }): void {
  route(
    app,
    {
      get: '/demo/',
      summary: 'Get the progress of loading the demo',
      ...DEMO,
      scope: 'project:read',
      query: FormatQuery,
    },
    async (request) => demoLoads.of(projectOf(request).id),
  )
  route(
    app,
    {
      post: '/demo/',
      summary: 'Load the demo into a new project',
      example: { body: { events: 2_000 } },
      description:
        'Creates a project "Demo" with half a year of events of an invented company. The response is sent before the project is filled. The server loads one demo at a time.',
      ...DEMO,
      scope: 'project:write',
      body: DemoLoadCreate,
    },
    async (request) => {
      const { userId, projectIds } = callerOf(request)
      // A key that is limited to projects cannot create a project by `/projects/` either.
      if (projectIds !== null)
        throw new RequestError(
          'forbidden',
          'permission_denied',
          'The key is limited to certain projects, so it cannot create one. Use a key for all projects.',
        )
      return demoLoads.start(projectOf(request).id, { userId, eventCount: request.body.events })
    },
  )
  route(
    app,
    {
      delete: '/demo/',
      summary: 'Stop loading the demo',
      description: 'Events that are stored already stay in the project of the demo.',
      ...DEMO,
      scope: 'project:write',
    },
    (request) => demoLoads.cancel(projectOf(request).id),
  )
}
