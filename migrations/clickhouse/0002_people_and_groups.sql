-- The groups of an event by the index of their type, empty where it has none: what questions about groups count.
ALTER TABLE events ADD COLUMN IF NOT EXISTS group_0 String CODEC(ZSTD(1)) AFTER uuid;
ALTER TABLE events ADD COLUMN IF NOT EXISTS group_1 String CODEC(ZSTD(1)) AFTER group_0;
ALTER TABLE events ADD COLUMN IF NOT EXISTS group_2 String CODEC(ZSTD(1)) AFTER group_1;
ALTER TABLE events ADD COLUMN IF NOT EXISTS group_3 String CODEC(ZSTD(1)) AFTER group_2;
ALTER TABLE events ADD COLUMN IF NOT EXISTS group_4 String CODEC(ZSTD(1)) AFTER group_3;

-- Which person a number of `events.person` belongs to, where that is not its own. The metadata is the truth; this and the
-- next two follow it by `version`, and of several rows with one key the newest counts.
CREATE TABLE IF NOT EXISTS person_root (
  project_id UInt32,
  person UInt32,
  root UInt32,
  version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (project_id, person)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

-- Persons under the number of their root, for filters by what is known of them now.
CREATE TABLE IF NOT EXISTS persons (
  project_id UInt32,
  person UInt32,
  created_at DateTime64(3, 'UTC') CODEC(T64, LZ4),
  is_identified Bool,
  properties_raw String CODEC(ZSTD(1)),
  properties JSON(max_dynamic_paths = 0) DEFAULT CAST(properties_raw, 'JSON(max_dynamic_paths = 0)'),
  is_deleted UInt8,
  version UInt64
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (project_id, person)
SETTINGS
  index_granularity_bytes = 1048576,
  object_shared_data_buckets_for_wide_part = 8,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  old_parts_lifetime = 480;

-- Groups with what is known of them now.
CREATE TABLE IF NOT EXISTS groups (
  project_id UInt32,
  group_type_index UInt8,
  group_key String,
  id UInt64,
  listed_at DateTime64(3, 'UTC') CODEC(T64, LZ4),
  created_at DateTime64(3, 'UTC') CODEC(T64, LZ4),
  properties_raw String CODEC(ZSTD(1)),
  properties JSON(max_dynamic_paths = 0) DEFAULT CAST(properties_raw, 'JSON(max_dynamic_paths = 0)'),
  version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (project_id, group_type_index, group_key)
SETTINGS
  index_granularity_bytes = 1048576,
  object_shared_data_buckets_for_wide_part = 8,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  old_parts_lifetime = 480;
