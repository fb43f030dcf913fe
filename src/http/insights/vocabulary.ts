import type { FastifyInstance } from 'fastify'
import { ProjectPath } from '#contract/paths.ts'
import { FormatQuery } from '#contract/text.ts'
import { VocabularyBody } from '#contract/vocabulary.ts'
import { route } from '#http/server/route.ts'
import { vocabulary } from '#insights/questions/vocabulary.ts'

/** Registers `/questions/vocabulary/`, which lists the names that a question is made of. */
export function vocabularyRoutes(app: FastifyInstance): void {
  const body = vocabulary()
  route(
    app,
    {
      get: '/questions/vocabulary/',
      summary: 'List the names that a question can use',
      description:
        'Lists kinds with their maths, displays and intervals; types of filters, operators and their values; forms of dates. Every project has the same names.',
      tag: 'query',
      scope: 'query:read',
      params: ProjectPath,
      query: FormatQuery,
      answer: VocabularyBody,
    },
    async () => body,
  )
}
