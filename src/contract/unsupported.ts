import { z } from 'zod'
import { ErrorBody } from './error-body.ts'
import { knownParameters } from './known-parameters.ts'
import { pageBody, paging } from './paging.ts'
import { ProjectPath } from './paths.ts'
import { clientText, Format } from './text.ts'

/**
 * The resources of other products, by their name in a path. Each has the scope of its list, and the words
 * by which a sentence names it.
 */
export const UNSUPPORTED = {
  feature_flags: {
    scope: 'feature_flag:read',
    things: 'feature flags',
    why: 'This server evaluates no feature flags. SDKs get an empty list.',
  },
  experiments: {
    scope: 'experiment:read',
    things: 'experiments',
    why: 'This server runs no experiments, because they need feature flags.',
  },
  surveys: {
    scope: 'survey:read',
    things: 'surveys',
    why: 'This server shows no surveys, and tells SDKs to ask for none.',
  },
  session_recordings: {
    scope: 'session_recording:read',
    things: 'session recordings',
    why: 'This server stores no session recordings, and tells SDKs to make none.',
  },
  early_access_features: {
    scope: 'early_access_feature:read',
    things: 'early access features',
    why: 'This server has no early access features, because they need feature flags.',
  },
  hooks: {
    scope: 'webhook:read',
    things: 'webhooks',
    why: 'This server calls no other server. New events are read with an EventsQuery or the list of events.',
  },
} as const

/**
 * The query of a list of a resource of another product. Any further parameter is accepted: whatever it asks
 * for, the list is empty.
 */
export const UnsupportedListQuery = Format.extend(paging())

export const EmptyPageBody = pageBody(z.unknown(), 'EmptyList')

export const FlagPath = ProjectPath.extend({
  key: z.string().describe('The key or the number of a feature flag.'),
})

export const FlagQuery = knownParameters({
  token: clientText(200).optional().describe('The token of the project, which the path has as well.'),
})

export const NoPayload = z
  .union([z.literal(''), ErrorBody])
  .describe(
    'An empty text as JSON, because posthog-node takes the body of any response as the payload of the flag.',
  )

const None = z.array(z.unknown())
/** The bodies of the lists that posthog-js reads without a personal API key. */
export const NoSurveys = z.object({ surveys: None, survey_config: z.null() }).meta({ id: 'NoSurveys' })
export const NoEarlyAccess = z.object({ earlyAccessFeatures: None }).meta({ id: 'NoEarlyAccessFeatures' })
export const NoWebExperiments = z.object({ experiments: None }).meta({ id: 'NoWebExperiments' })
