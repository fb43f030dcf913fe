import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { NoEarlyAccess, NoSurveys, NoWebExperiments, UNSUPPORTED } from '#contract/unsupported.ts'
import { type BodyOf, route } from '#http/server/route.ts'

/**
 * Registers the empty lists that posthog-js reads from pages of any origin with the token of a project.
 * They are the same for every project, so the token is not looked up.
 */
export function unsupportedSdkListRoutes(app: FastifyInstance): void {
  const { surveys, early_access_features: features, experiments } = UNSUPPORTED
  emptyList(app, '/surveys/', 'List surveys of a page', surveys.why, NoSurveys, {
    surveys: [],
    survey_config: null,
  })
  emptyList(
    app,
    '/early_access_features/',
    'List early access features of a page',
    features.why,
    NoEarlyAccess,
    {
      earlyAccessFeatures: [],
    },
  )
  emptyList(app, '/web_experiments/', 'List experiments of a page', experiments.why, NoWebExperiments, {
    experiments: [],
  })
}

function emptyList<Body extends z.ZodType>(
  app: FastifyInstance,
  path: string,
  summary: string,
  description: string,
  answer: Body,
  body: BodyOf<Body>,
): void {
  route(
    app,
    {
      get: path,
      summary: `${summary} (always empty)`,
      description,
      tag: 'unsupported',
      isOpen: true,
      answer,
      config: { whyReadOnly: description },
    },
    async () => body,
  )
}
