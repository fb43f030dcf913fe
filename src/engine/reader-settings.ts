export interface ReaderLimits {
  /** Maximum number of rows of the result. */
  readonly rows: number
  readonly bytes: number
  /** Maximum run time of the query. */
  readonly seconds: number
}
/** No limits: the engine takes 0 as no limit. */
export const UNLIMITED: ReaderLimits = { rows: 0, bytes: 0, seconds: 0 }

/**
 * Rows in one part of a stream. With properties of 100 kB in each row, a part is 400 MB. Streaming 10
 * million small rows takes 2 % longer than with larger parts.
 */
const STREAMED_AT_ONCE = 4_096

/** Settings of requests to the engine, by name. */
export type EngineSettings = Readonly<Record<string, number | string>>

/** Settings of a query whose result is streamed. */
export const settingsOfStream = (queryMemoryBytes: number, limits: ReaderLimits): EngineSettings => ({
  max_block_size: STREAMED_AT_ONCE,
  ...settingsOfReader(queryMemoryBytes, limits),
})

/** Settings of a query that only reads. A statement cannot change any of them. */
export const settingsOfReader = (queryMemoryBytes: number, limits: ReaderLimits): EngineSettings => ({
  ...settingsOfConverter(queryMemoryBytes, limits),
  // This setting comes last, because no setting can be changed after it.
  readonly: 1,
})

/**
 * Settings of a query that contains no client text. It may call table functions, which a query that only
 * reads may not.
 */
export const settingsOfConverter = (queryMemoryBytes: number, limits: ReaderLimits): EngineSettings => ({
  max_result_rows: limits.rows,
  max_result_bytes: limits.bytes,
  max_execution_time: limits.seconds,
  max_memory_usage: queryMemoryBytes,
  max_bytes_before_external_group_by: Math.floor(queryMemoryBytes / 2),
  max_bytes_before_external_sort: Math.floor(queryMemoryBytes / 2),
  // Room for the largest question that query/limits.ts accepts. The engine's default is 256 KiB.
  max_query_size: 67_108_864,
  max_ast_elements: 1_000_000,
  max_expanded_ast_elements: 1_000_000,
  output_format_json_quote_64bit_integers: 1,
  json_type_escape_dots_in_keys: 1,
  // Without this setting, the start of a month, day or hour before 1970 is in 1970 or 2091 (ClickHouse
  // 26.7.2.1).
  enable_extended_results_for_datetime_functions: 1,
  // Makes a deletion apply to every query at once, even before the files are rewritten.
  apply_mutations_on_fly: 1,
  // The page index has file offsets of its own, which join-parquet.ts would have to move. Readers do
  // without it.
  output_format_parquet_write_page_index: 0,
})
