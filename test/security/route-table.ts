import type { RegisteredRoute } from './registered-routes.ts'

/**
 * Addresses of the web page, which is the same document at each of them. The router prints a star without the
 * slash before it, or without the first part.
 */
export const PAGES = ['/', '/welcome', '/sign-in', '/account', '/account*', '/*'].map((path) => `GET ${path}`)

/** Routes that need no key. A new one must be added to this list by hand. */
export const OPEN = [
  'GET /_health',
  'GET /_ready',
  // Open to this machine, or with a token of its own.
  'GET /metrics',
  'GET /api/schema',
  // The web page that shows the interface. Its folder of files is a star in the router.
  ...['', '/json', '/yaml', '/static/index.html', '/static/swagger-initializer.js', '*'].map(
    (path) => `GET /api/docs${path}`,
  ),
  ...PAGES,
  // Sessions.
  'GET /api/login',
  'POST /api/login',
  'POST /api/logout',
  // The body has the set-up code. It works once, and never if a user has a password.
  'GET /api/setup',
  'POST /api/setup',
  // The body or the path has the token of an invitation.
  'POST /api/invitations/accept',
  'GET /invitation/:token',
  'POST /invitation/:token',
  // Requests of SDKs. The token of a project is public and only allows writing.
  ...['/batch', '/capture', '/e', '/engage', '/i/v0/e', '/track'].flatMap((path) => [
    `GET ${path}`,
    `POST ${path}`,
  ]),
  'POST /i/v1/analytics/events',
  'POST /s',
  'POST /ses',
  'POST /i/v1/logs',
  'POST /i/v1/metrics',
  'POST /i/v0/ai/batch',
  'GET /flags',
  'POST /flags',
  'GET /decide',
  'POST /decide',
  'GET /array/:token/config',
  'GET /array/:token/config.js',
  'GET /static/:name',
  'GET /static/:name/:file',
  // Lists that browser SDKs read. They are empty.
  'GET /api/surveys',
  'GET /api/early_access_features',
  'GET /api/web_experiments',
  // Shared insights.
  'GET /shared/:token',
  'GET /shared/:token.csv',
  'GET /shared/:token.json',
  'GET /embedded/:token',
]

/** Routes that need any key, and accept no session: an SDK gets the group types that it has sent itself. */
const SDK_PATHS = ['/flags/definitions', '/api/feature_flag/local_evaluation']
/** Routes that need any key, or a session. */
const ANY_SCOPE_PATHS = ['/api/personal_api_keys/@current']

/**
 * The object of each path, by the longest prefix of the path in this table. `:project` stands for the
 * beginning of all paths of a project, and a path with `$` must match as a whole. A route without a row
 * here fails every test.
 */
const OBJECTS: Readonly<Record<string, string>> = {
  '/api/projects$': 'project',
  ':project$': 'project',
  ':project/deletions': 'project',
  ':project/retention': 'project',
  ':project/insights': 'insight',
  ':project/insights/activity': 'activity_log',
  ':project/insights/:id/activity': 'activity_log',
  ':project/insights/:id/sharing': 'sharing_configuration',
  ':project/metrics': 'insight',
  ':project/dashboards': 'dashboard',
  ':project/dashboards/:id/sharing': 'sharing_configuration',
  ':project/actions': 'action',
  ':project/annotations': 'annotation',
  ':project/query': 'query',
  ':project/questions': 'query',
  ':project/feature_flags': 'feature_flag',
  ':project/experiments': 'experiment',
  ':project/surveys': 'survey',
  ':project/session_recordings': 'session_recording',
  ':project/early_access_features': 'early_access_feature',
  ':project/hooks': 'webhook',
  ':project/persons': 'person',
  ':project/cohorts': 'cohort',
  ':project/events': 'query',
  ':project/sessions': 'query',
  ':project/elements': 'query',
  ':project/ingestion': 'query',
  ':project/demo': 'project',
  ':project/storage': 'query',
  ':project/sharing': 'sharing_configuration',
  ':project/groups': 'group',
  ':project/groups_types': 'group',
  ':project/event_definitions': 'event_definition',
  ':project/property_definitions': 'property_definition',
  ':project/members': 'organization_member',
  ':project/invitations': 'organization_member',
  '/api/person': 'person',
  '/api/personal_api_keys': 'personal_api_key',
  '/api/users': 'user',
  '/api/organizations': 'organization',
  '/api/organizations/:organization_id/projects$': 'project',
  '/api/organizations/:organization_id/members': 'organization_member',
}
const OLD_PEOPLE_LISTS = [
  'trends',
  'funnel',
  'funnel/correlation',
  'retention',
  'path',
  'stickiness',
  'lifecycle',
].map((path) => `/api/person/${path}`)
const PEOPLE_LISTS = [
  'trends',
  'funnel',
  'funnel/explain',
  'correlation',
  'funnel/correlation',
  'retention',
  'path',
  'stickiness',
  'lifecycle',
]
/** POST requests that only read. They are POST because their query is too long for an address. */
const READING_POSTS = [
  ':project/insights/trend',
  ':project/insights/funnel',
  ':project/insights/path',
  ':project/insights/retention',
  ':project/insights/funnel/correlation',
  ':project/insights/viewed',
  ':project/insights/:id/viewed',
  ':project/insights/timing',
  ':project/insights/cancel',
  ':project/query',
  ':project/query/:query_id',
  ':project/query/statements',
  ':project/cohorts/preview',
  ...PEOPLE_LISTS.map((path) => `:project/persons/${path}`),
  ...OLD_PEOPLE_LISTS,
]
/** Routes that need a second scope. */
const ALSO_SCOPES: Readonly<Record<string, string>> = Object.fromEntries(
  [...PEOPLE_LISTS.map((path) => `:project/persons/${path}`), ...OLD_PEOPLE_LISTS].map((path) => [
    path,
    'insight:read',
  ]),
)

const PROJECT = /^\/api\/(?:projects|environments|organizations\/:organization_id\/projects)?\/?:project_id/

export const isOpen = ({ method, path }: RegisteredRoute): boolean =>
  OPEN.includes(`${method === 'HEAD' ? 'GET' : method} ${path}`)
export const isForSdks = ({ path }: RegisteredRoute): boolean => SDK_PATHS.includes(path)
/** Returns the path with `:project` in place of the beginnings that the routes of a project have. */
export const shortPathOf = ({ path }: RegisteredRoute): string => path.replace(PROJECT, ':project')
export const isOfProject = ({ path }: RegisteredRoute): boolean => PROJECT.test(path)

/** Returns whether the route is about the caller's current project, which its path does not name. */
export const isOfCurrentProject = ({ path }: RegisteredRoute): boolean => path.startsWith('/api/person/')

/** Returns the scope that a route needs by its path and method alone; null if any key will do. */
export function scopeOf(route: RegisteredRoute): string | null {
  const { method, path } = route
  if (SDK_PATHS.includes(path) || ANY_SCOPE_PATHS.includes(path)) return null
  const short = shortPathOf(route)
  const isRead = ['GET', 'HEAD'].includes(method) || READING_POSTS.includes(short)
  return `${objectOf(short)}:${isRead ? 'read' : 'write'}`
}

/** Returns the scopes of a route, in the order in which they are checked. */
export function scopesOf(route: RegisteredRoute): string[] {
  const also = ALSO_SCOPES[shortPathOf(route)]
  return [scopeOf(route) ?? [], also ?? []].flat()
}

function objectOf(path: string): string {
  const [beginning] = Object.keys(OBJECTS)
    .filter((row) => `${path}$` === row || path === row || path.startsWith(`${row}/`))
    .sort((a, b) => b.length - a.length)
  const object = OBJECTS[beginning ?? '']
  if (object === undefined) throw new Error(`The route table has no row for ${path}`)
  return object
}

/** Returns an address of the route in the first project, with other ids that do not exist. */
export const urlOf = ({ path }: RegisteredRoute): string =>
  `${path
    .replace(':project_id', '1')
    .replace(':organization_id', '@current')
    .replace(':uuid', '@me')
    .replace(/:\w+/g, '987654')}/`
