import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ProjectPath } from '#contract/paths.ts'
import { statementBodies } from '#contract/query.ts'
import { askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { route } from '#http/server/route.ts'
import type { FindStatements } from '#insights/answering/find-statements.ts'
import { KINDS } from '#insights/questions/find-kind.ts'
import { parseNode } from '#insights/questions/parse-question.ts'
import { askedNode } from './asked-node.ts'

interface StatementDeps {
  readonly findStatements: FindStatements
}
const { StatementsRequest, StatementsBody } = statementBodies(KINDS.map(({ names }) => names.node))

/** Registers `/query/statements/`, which shows the SQL of a query node without running it. */
export function queryStatementRoutes(app: FastifyInstance, { findStatements }: StatementDeps): void {
  route(
    app,
    {
      post: '/query/statements/',
      summary: 'Show the SQL statements that compute a query node',
      example: {
        body: { query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$pageview' }] } },
      },
      tag: 'query',
      scope: 'query:read',
      query: z.strictObject({}),
      params: ProjectPath,
      body: StatementsRequest,
      answer: StatementsBody,
      engine: 'computation',
    },
    async (request, reply) => {
      const question = { project: projectOf(request), ...parseNode(askedNode(request.body)) }
      const statements = await findStatements(question, askerOf(reply))
      return {
        statements: statements.map(({ name, sql, isWalked }) => ({ name, sql, is_walked: isWalked })),
      }
    },
  )
}
