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
