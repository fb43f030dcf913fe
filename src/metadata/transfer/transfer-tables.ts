import type { MetadataSchema } from '#metadata/database/schema.ts'

type TableName = keyof MetadataSchema

/** How the rows of a table are copied into other metadata. */
export interface TransferTable {
  readonly name: TableName
  /** Columns that identify a row. Rows are read in their order. */
  readonly key: readonly string[]
  /** Whether the database assigns the ids. */
  readonly hasIds: boolean
  /** Columns that have another value in the copy. */
  readonly changed: Readonly<Record<string, number | null>>
}

/** `stays`: the rows describe one place of the stores, or are cached. */
type Rule = 'stays' | Omit<TransferTable, 'name'>

const byKey = (...key: readonly string[]): Rule => ({ key, hasIds: false, changed: {} })
const byAssignedId: Rule = { key: ['id'], hasIds: true, changed: {} }
/** Cached results are not copied. */
const showingResults: Rule = { ...byAssignedId, changed: { answer_key: null } }

/** Every table of the metadata, each after the tables that it refers to. */
const RULES: Readonly<Record<TableName, Rule>> = {
  // The event store of the copy has not noted the id yet, and the instant is one of other servers' clocks.
  // The next start sees to both: without an instant it compares all events.
  installation: { key: ['id'], hasIds: false, changed: { is_paired: 0, events_compared_s: null } },
  organization: byKey('id'),
  app_user: byAssignedId,
  project: byAssignedId,
  project_member: byKey('project_id', 'user_id'),
  invitation: byAssignedId,
  personal_api_key: byAssignedId,
  login_session: byKey('token_hash'),
  mirror_version: byKey('id'),
  person: byKey('project_id', 'number'),
  person_distinct_id: byKey('project_id', 'distinct_id'),
  identity_link: byKey('project_id', 'target', 'other', 'is_forced'),
  person_deletion: byKey('project_id', 'person'),
  event_deletion: byAssignedId,
  group_type: byKey('project_id', 'group_type'),
  project_group: byAssignedId,
  event_definition: byKey('project_id', 'name'),
  property_definition: byKey('project_id', 'type', 'group_type_index', 'name'),
  event_property: byKey('project_id', 'event', 'property'),
  dropped_event: byKey('project_id', 'reason'),
  dropped_event_hour: byKey('project_id', 'hour', 'reason'),
  visitor_key: byKey('project_id', 'day'),
  insight: showingResults,
  insight_tag: byKey('insight_id', 'tag'),
  dashboard: byAssignedId,
  dashboard_tag: byKey('dashboard_id', 'tag'),
  dashboard_tile: showingResults,
  insight_view: byKey('project_id', 'user_id', 'insight_id'),
  insight_sharing: byKey('insight_id'),
  dashboard_sharing: byKey('dashboard_id'),
  action: byAssignedId,
  action_tag: byKey('action_id', 'tag'),
  cohort: byAssignedId,
  cohort_person: byAssignedId,
  annotation: byAssignedId,
  activity: byAssignedId,
  client_timing: byAssignedId,
  client_timing_count: byKey('project_id', 'type', 'status', 'bucket'),
  data_version: byKey('project_id', 'subject'),
  // The parts of a folder, and the schema files that ran on servers.
  stored_part: 'stays',
  event_migration: 'stays',
  move: 'stays',
  answer: 'stays',
  answer_part: 'stays',
}

/** The tables that are copied, in an order in which rows find the rows that they refer to. */
export const TRANSFER_TABLES: readonly TransferTable[] = Object.entries(RULES).flatMap(([name, rule]) =>
  rule === 'stays' ? [] : [{ name: name as TableName, ...rule }],
)
