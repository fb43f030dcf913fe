import type { OpenAPIV3_1 } from 'openapi-types'

/**
 * Prefixes under which operations can be reached a second time: `environments` for projects, the documented
 * prefix of group types, and the older addresses of people.
 */
const SECOND_PREFIX = /^\/api\/(?:environments\/\{project_id\}|\{project_id\}|person)\//

/** A list of people that can also be reached under `persons/correlation/`. */
const OLDER_LIST = '/persons/funnel/correlation'

/** Further addresses at which SDKs send events or ask for flags. */
const OF_SDKS = ['/e/', '/capture/', '/track/', '/engage/', '/decide/', '/api/feature_flag/local_evaluation/']

/** Returns whether a path of the document is the first address of its operations, and not a second one. */
export const isFirstAddress = (path: string): boolean =>
  !SECOND_PREFIX.test(`${path}/`) && !`${path}/`.includes(`${OLDER_LIST}/`) && !OF_SDKS.includes(path)

/** Returns the document with only one address for each operation, for readers. */
export const withFirstAddresses = (document: OpenAPIV3_1.Document): OpenAPIV3_1.Document => ({
  ...document,
  paths: Object.fromEntries(Object.entries(document.paths ?? {}).filter(([path]) => isFirstAddress(path))),
})
