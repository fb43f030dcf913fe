import { z } from 'zod'
import { clientText } from './text.ts'

const MOST_ITEMS = 1_000
const Choice = z.boolean().nullable()
const Texts = z.array(clientText(2_048).nullable()).max(MOST_ITEMS).nullable()
const Items = z.array(z.unknown()).max(MOST_ITEMS).nullable()
const Fields = z.record(z.string(), z.unknown()).nullable()

const STORED = 'Stored and returned, for clients.'
const COLLECTION =
  'Stored and returned. SDKs do not get it, because this server does not use what they would send.'

/** Settings that only concern what clients show and what SDKs collect. Each is null until it is set. */
export const PROJECT_SETTINGS = {
  autocapture_opt_out: Choice.describe('True turns autocapture off in the browser SDK.'),
  app_urls: Texts.describe(STORED),
  completed_snippet_onboarding: Choice.describe(STORED),
  has_completed_onboarding_for: Fields.describe(STORED),
  onboarding_tasks: Fields.describe(STORED),
  product_description: clientText(1_000).nullable().describe(STORED),
  person_display_name_properties: Texts.describe(STORED),
  live_events_columns: Texts.describe(STORED),
  data_attributes: Texts.describe(STORED),
  test_account_filters_default_checked: Choice.describe(STORED),
  correlation_config: Fields.describe(STORED),
  primary_dashboard: z.int32().nullable().describe(STORED),
  default_data_theme: z.int32().nullable().describe(STORED),
  extra_settings: Fields.describe(STORED),
  heatmaps_opt_in: Choice.describe(COLLECTION),
  autocapture_web_vitals_opt_in: Choice.describe(COLLECTION),
  autocapture_web_vitals_allowed_metrics: Texts.describe(COLLECTION),
  autocapture_exceptions_opt_in: Choice.describe(COLLECTION),
  autocapture_exceptions_errors_to_ignore: Items.describe(COLLECTION),
  capture_performance_opt_in: Choice.describe(COLLECTION),
  capture_console_log_opt_in: Choice.describe(COLLECTION),
  capture_dead_clicks: Choice.describe(COLLECTION),
  recording_domains: Texts.describe(COLLECTION),
} as const

const off = (sentence: string) => z.literal(false, sentence).nullable()
const absent = <Value extends z.ZodType>(value: Value) => value.nullable()

/** Settings that are refused, because their values would promise something that this server does not do. */
export const REFUSED_SETTINGS = {
  session_recording_opt_in: off(
    'Sessions are not recorded by this server: leave the field out, or send false.',
  ),
  surveys_opt_in: off('Surveys are not shown by this server: leave the field out, or send false.'),
  anonymize_ips: off(
    'This server stores the properties of events as they are sent: leave the field out, or send false, and let the SDK send no address.',
  ),
  access_control: off('Roles belong to the members of a project: leave the field out, or send false.'),
  inject_web_apps: off('This server adds no apps to pages: leave the field out, or send false.'),
  flags_persistence_default: off('This server has no feature flags: leave the field out, or send false.'),
  human_friendly_comparison_periods: off(
    'The earlier period always has the length of the range: leave the field out, or send false.',
  ),
  slack_incoming_webhook: absent(
    z.literal('', 'Nothing is posted to Slack by this server: leave the field out.'),
  ),
  modifiers: absent(
    z.record(
      z.string(),
      z.never('This server has no modifiers of questions: leave the field out, or send {}.'),
    ),
  ),
} as const

/** Fields that only the server sets. They are accepted because clients send back whole bodies. */
export const PROJECT_READ_ONLY = [
  'id',
  'uuid',
  'organization',
  'organization_id',
  'project_id',
  'team_id',
  'api_token',
  'created_at',
  'updated_at',
  'is_demo',
  'ingested_event',
  'effective_membership_level',
  'user_access_level',
  'has_group_types',
  'group_types',
  'live_events_token',
  'default_modifiers',
  'person_on_events_querying_enabled',
  'product_intents',
]

const shape = z.object(PROJECT_SETTINGS).partial()
/** The settings of a project that have been set. */
export type ProjectSettings = z.output<typeof shape>
export const PROJECT_SETTING_NAMES = Object.keys(PROJECT_SETTINGS) as (keyof ProjectSettings)[]
