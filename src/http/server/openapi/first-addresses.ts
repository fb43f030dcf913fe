import type { OpenAPIV3_1 } from 'openapi-types'

/**
 * Matches the prefixes of second addresses of an operation: `environments` means the same as `projects`,
 * group types also have the documented path without `projects`, and `person` is the older path of people.
 */
const SECOND_PREFIX = /^\/api\/(?:environments\/\{project_id\}|\{project_id\}|person)\//

/** The older path of a list of people. The newer one is `persons/correlation/`. */
const OLDER_LIST = '/persons/funnel/correlation'

/** Second paths to which SDKs send events or requests for flags. */
const OF_SDKS = ['/e/', '/capture/', '/track/', '/engage/', '/decide/', '/api/feature_flag/local_evaluation/']

/**
 * Returns whether a path of the document is the first address of its operations. An operation may have
 * second addresses.
 */
export const isFirstAddress = (path: string): boolean =>
  !SECOND_PREFIX.test(`${path}/`) && !`${path}/`.includes(`${OLDER_LIST}/`) && !OF_SDKS.includes(path)

/** Returns the document for people who read it, with only one address for each operation. */
export const withFirstAddresses = (document: OpenAPIV3_1.Document): OpenAPIV3_1.Document => ({
  ...document,
  paths: Object.fromEntries(Object.entries(document.paths ?? {}).filter(([path]) => isFirstAddress(path))),
})
