import type { OpenAPIV3_1 } from 'openapi-types'

/**
 * Prefixes under which operations can be reached a second time: those of a project, those of group types in the documented
 * interface, and the older addresses of people.
 */
const SECOND_PREFIX = /^\/api\/(?:environments\/\{project_id\}|\{project_id\}|person)\//

/** A list of people that is in `persons/correlation/` as well. */
const OLDER_LIST = '/persons/funnel/correlation'

/** Other addresses at which SDKs send events, or ask for flags. */
const OF_SDKS = ['/e/', '/capture/', '/track/', '/engage/', '/decide/', '/api/feature_flag/local_evaluation/']

/** Whether a path of the document is the first address of its operations, and not one where they are the same again. */
export const isFirstAddress = (path: string): boolean =>
  !SECOND_PREFIX.test(`${path}/`) && !`${path}/`.includes(`${OLDER_LIST}/`) && !OF_SDKS.includes(path)

/** The document with one address for each operation, for readers. */
export const withFirstAddresses = (document: OpenAPIV3_1.Document): OpenAPIV3_1.Document => ({
  ...document,
  paths: Object.fromEntries(Object.entries(document.paths ?? {}).filter(([path]) => isFirstAddress(path))),
})
