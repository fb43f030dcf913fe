/**
 * The groups of operations in the order in which a reader of the interface should meet them, with a
 * sentence for each.
 */
export const TAGS = {
  capture: 'Events are sent here, with the token of a project and without a key. SDKs do it for you.',
  insights: 'Questions: trends, funnels, retention and paths, computed at once or saved with a name.',
  query: 'Any question as a query node, SELECT statements, and lists of events, persons and groups.',
  persons: 'Persons, and the people behind each number of an insight.',
  dashboards: 'Saved insights and texts on one page.',
  sharing: 'Links that show an insight or a dashboard without an account.',
  actions: 'Several events under one name, to ask about them together.',
  cohorts: 'Sets of persons: by what they did, by their properties, or from a list.',
  groups: 'Companies, accounts and other groups that events belong to.',
  events: 'Single events, the values of their properties, and the elements that were clicked.',
  definitions: 'The names of events and properties that a project has seen.',
  annotations: 'Remarks on a point in time, such as a release.',
  ingestion: 'What has arrived, what was not stored and why, and the space that it takes.',
  projects: 'Projects and their settings, deletion and retention of their events, and the demo.',
  members: 'Users of a project and their roles, and invitations.',
  users: 'Your own user and sessions.',
  organizations: 'The organization: there is one on a server.',
  keys: 'Personal API keys, which requests carry.',
  sessions: 'Signing in and out, and the first user of a new server.',
  sdk: 'What SDKs ask for by themselves: their configuration, flags and scripts.',
  unsupported: 'Products that this server does not have. Lists are empty, so that SDKs and tools go on.',
  operation: 'Health, readiness and metrics, for the operator.',
} as const
export type Tag = keyof typeof TAGS
