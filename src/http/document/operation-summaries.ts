/** What each operation does, by its method and its path behind the project. A number is that of the interface's contract. */
const SUMMARIES: Readonly<Record<string, string>> = {
  'GET /insights': 'Call 1: list insights',
  'POST /insights': 'Call 2: create an insight',
  'GET /insights/{}/sharing': 'Call 3: the sharing of an insight',
  'GET /insights/{}': 'Call 4: one insight with its result',
  'PATCH /insights/{}': 'Call 5: change, delete or restore an insight',
  'PUT /insights/{}': 'Call 5, as PUT: the same as PATCH',
  'DELETE /insights/{}': 'Call 6: not allowed',
  'GET /insights/{}/activity': 'Call 7: what happened to an insight',
  'POST /insights/{}/viewed': 'Call 8: note that an insight was viewed',
  'GET /insights/activity': 'Call 9: what happened to all insights',
  'POST /insights/cancel': 'Call 10: cancel a running question',
  'GET /insights/funnel': 'Call 11: compute a funnel, asked in the address',
  'POST /insights/funnel': 'Call 12: compute a funnel',
  'GET /insights/funnel/correlation': 'Call 13: what converting goes with, asked in the address',
  'POST /insights/funnel/correlation': 'Call 14: what converting goes with',
  'GET /insights/my_last_viewed': 'Call 15: the insights you viewed last',
  'GET /insights/path': 'Call 16: compute paths, asked in the address',
  'POST /insights/path': 'Call 17: compute paths',
  'GET /insights/retention': 'Call 18: compute retention, asked in the address',
  'POST /insights/retention': 'Call 19: compute retention',
  'POST /insights/timing': 'Call 20: note how long a client waited',
  'GET /insights/trend': 'Call 21: compute a trend, asked in the address',
  'POST /insights/trend': 'Call 22: compute a trend',
  'GET /groups': 'Call 23: list groups',
  'GET /groups/find': 'Call 24: find a group by its key',
  'GET /groups/property_definitions': 'Call 25: the properties that groups have',
  'GET /groups/property_values': 'Call 26: the values of a property of groups',
  'GET /groups_types': 'The kinds of groups',
  'PATCH /groups_types/update_metadata': 'Name the kinds of groups',
  'GET /persons': 'List persons',
  'GET /persons/{}': 'One person with its last events',
  'DELETE /persons/{}': 'Forget a person',
  'GET /events': 'List events, the newest first',
  'GET /events/{}': 'One event',
  'GET /event_definitions': 'List the names of events',
  'GET /event_definitions/{}': 'One name of events',
  'GET /property_definitions': 'List the names of properties',
  'GET /property_definitions/{}': 'One name of properties',
  'GET /ingestion': 'What arrived last, what was refused and why',
  'GET /api/projects': 'List projects',
  'POST /api/projects': 'Create a project',
  'GET ': 'One project',
  'PATCH ': 'Change a project',
  'GET /api/personal_api_keys': 'List your personal API keys',
  'POST /api/personal_api_keys': 'Create a personal API key',
  'DELETE /api/personal_api_keys/{}': 'Revoke a personal API key',
  'GET /_health': 'Whether the server works',
}

const VERBS: Readonly<Record<string, string>> = {
  get: 'Read',
  post: 'Post to',
  put: 'Put',
  patch: 'Change',
  delete: 'Delete',
}

/** One line about an operation of the document; in plain words of its path where nothing better is known. */
export function summaryOf(method: string, path: string): string {
  const place = path
    .replace(/^\/api\/(?:(?:projects|environments)\/)?\{project_id\}/, '')
    .replace(/\/$/, '')
    .replaceAll(/\{\w+\}/g, '{}')
  return SUMMARIES[`${method.toUpperCase()} ${place}`] ?? `${VERBS[method] ?? method} ${wordsOf(place)}`
}

const wordsOf = (place: string) =>
  place
    .replace(/^\/api\//, '')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part === '{}' ? 'one' : part.replaceAll('_', ' ')))
    .join(' ')
