import { z } from 'zod'

const remoteConfig = {
  supportedCompression: z.array(z.string()),
  analytics: z.object({
    endpoint: z.string().describe('The path to which the SDK sends events from now on.'),
  }),
  elementsChainAsString: z.boolean(),
  autocapture_opt_out: z.boolean(),
  sessionRecording: z.literal(false),
  heatmaps: z.literal(false),
  surveys: z.literal(false),
  capturePerformance: z.literal(false),
  defaultIdentifiedOnly: z.boolean(),
  siteApps: z.array(z.unknown()),
}
export const RemoteConfig = z
  .object({
    ...remoteConfig,
    hasFeatureFlags: z.literal(false).describe('False: the SDK skips its first request to /flags/.'),
  })
  .meta({ id: 'RemoteConfig' })

const NoFlags = z.record(z.string(), z.unknown())

/**
 * The fields of all versions of the flags response together: `flags` belongs to version 2 of /flags/, the
 * other fields to earlier versions.
 */
export const FlagsAnswer = z
  .object({
    flags: NoFlags,
    featureFlags: NoFlags,
    featureFlagPayloads: NoFlags,
    errorsWhileComputingFlags: z.literal(false),
    requestId: z.uuid(),
    evaluatedAt: z.int().describe('Epoch milliseconds.'),
    ...remoteConfig,
    isAuthenticated: z.literal(false),
    toolbarParams: NoFlags,
    config: z.object({ enable_collect_everything: z.boolean() }),
  })
  .meta({ id: 'FlagsAnswer' })

export const FlagDefinitions = z
  .object({
    flags: z.array(z.unknown()),
    group_type_mapping: z.record(z.string(), z.string()).describe('Group types by their index.'),
    cohorts: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'FlagDefinitions' })

export const FlagDefinitionsQuery = z.object({
  token: z
    .string()
    .optional()
    .describe('The token of the project; without it, the first project that the key can access.'),
})

export const TokenPath = z.object({
  token: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/, 'Expected the token of a project, such as phc_....')
    .describe(
      'The token of a project. The response has the settings of this project, or the defaults if the token is unknown.',
    ),
})

export const SCRIPT_TYPE = 'application/javascript; charset=utf-8'
/** A response with a script. */
export const ScriptAnswer = {
  description: 'A script.',
  content: { 'application/javascript': { schema: z.string() } },
}

const FileName = z.string().max(200)
export const AssetPath = z.object({
  name: FileName.describe('A file of the browser SDK, such as `array.js`.'),
})
/**
 * The version is called `name` here as well, because the router allows only one name for a parameter at one
 * position.
 */
export const VersionedAssetPath = z.object({
  name: FileName.describe('A version of the SDK. The response always has the installed one.'),
  file: FileName.describe('A file of the browser SDK, such as `surveys.js`.'),
})
