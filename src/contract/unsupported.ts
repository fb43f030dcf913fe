import { z } from 'zod'
import { ErrorBody } from './error-body.ts'
import { knownParameters } from './known-parameters.ts'
import { pageBody, paging } from './paging.ts'
import { ProjectPath } from './paths.ts'
import { clientText, Format } from './text.ts'

/** The resources of other products, by their name in a path: what the scope of their list and a sentence about them say. */
export const UNSUPPORTED = {
  feature_flags: {
    scope: 'feature_flag:read',
    things: 'feature flags',
    why: 'This server evaluates no feature flags, and answers SDKs that there are none.',
  },
  experiments: {
    scope: 'experiment:read',
    things: 'experiments',
    why: 'This server runs no experiments, which need feature flags.',
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
    why: 'This server has no early access features, which need feature flags.',
  },
  hooks: {
    scope: 'webhook:read',
    things: 'webhooks',
    why: 'This server calls no other server. New events are read with an EventsQuery or the list of events.',
  },
} as const

/** Any further parameter is accepted: whatever its condition is, the list is empty. */
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
  .describe('The empty text as JSON for a flag: posthog-node takes the body of any response for its payload.')

const None = z.array(z.unknown())
/** What posthog-js reads, without a personal key. */
export const NoSurveys = z.object({ surveys: None, survey_config: z.null() }).meta({ id: 'NoSurveys' })
export const NoEarlyAccess = z.object({ earlyAccessFeatures: None }).meta({ id: 'NoEarlyAccessFeatures' })
export const NoWebExperiments = z.object({ experiments: None }).meta({ id: 'NoWebExperiments' })
