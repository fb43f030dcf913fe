import type { EngineSettings } from './reader-settings.ts'

/** Settings of every insert. */
export const INSERT_SETTINGS = {
  // An insert makes one part in one atomic step, which is done when the call returns.
  async_insert: 0,
  // For the properties column: no client value is read as a date, merged with another value, or refused.
  type_json_skip_invalid_typed_paths: 1,
  type_json_skip_duplicated_paths: 1,
  json_type_escape_dots_in_keys: 1,
  input_format_try_infer_dates: 0,
  input_format_try_infer_datetimes: 0,
} as const satisfies EngineSettings

/**
 * Settings of an insert of rows that were accepted already. The tables refuse rows while the disk has little
 * space; a setting of 1 byte goes before the setting of a table, and 0 does not.
 */
export const ACCEPTED_SETTINGS = {
  ...INSERT_SETTINGS,
  min_free_disk_bytes_to_perform_insert: 1,
} as const satisfies EngineSettings
