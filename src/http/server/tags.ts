/**
 * The groups of operations, with a sentence for each. Their order is the one in which a reader should meet
 * them.
 */
export const TAGS = {
  capture: 'Send events here, with the token of a project instead of a key. SDKs do this for you.',
  insights: 'Questions: trends, funnels, retention and paths, computed at once or saved with a name.',
  query: 'Any question as a query node, SELECT statements, and lists of events, persons and groups.',
  persons: 'Persons, and the people behind each number of an insight.',
  dashboards: 'Saved insights and texts on one page.',
  sharing: 'Links that show an insight or a dashboard without an account.',
  actions: 'Several events under one name, to ask about them together.',
  cohorts: 'Sets of persons, chosen by what they did, by their properties, or from a list.',
  groups: 'Companies, accounts and other groups that events belong to.',
  events: 'Single events, the values of their properties, and the elements that were clicked.',
  definitions: 'The names of events and properties that a project has seen.',
  annotations: 'Notes about a point in time, such as a release.',
  ingestion: 'Which events arrived, which were not stored and why, and how much space they take.',
  projects: 'Projects and their settings, deletion and retention of their events, and the demo.',
  members: 'Users of a project and their roles, and invitations.',
  users: 'Your own user and sessions.',
  organizations: 'The only organization of the server.',
  keys: 'Personal API keys, which requests carry.',
  sessions: 'Signing in and out, and the first user of a new server.',
  sdk: 'What SDKs ask for by themselves: their configuration, flags and scripts.',
  unsupported: 'Products that this server does not have. Lists are empty, so that SDKs and tools continue.',
  operation: 'Health, readiness and metrics, for the operator.',
} as const
export type Tag = keyof typeof TAGS
