-- on: every
CREATE TABLE IF NOT EXISTS events_local (
  project_id UInt32,
  event LowCardinality(String),
  day Date,
  ts DateTime64(3, 'UTC') CODEC(T64, LZ4),
  person UInt32,
  distinct_id String CODEC(ZSTD(1)),
  uuid UUID CODEC(NONE),
  properties_raw String CODEC(ZSTD(1)),
  properties JSON(
    max_dynamic_paths = 0,
    `$browser` LowCardinality(Nullable(String)),
    `$current_url` Nullable(String),
    `$device_type` LowCardinality(Nullable(String)),
    `$geoip_country_code` LowCardinality(Nullable(String)),
    `$host` LowCardinality(Nullable(String)),
    `$lib` LowCardinality(Nullable(String)),
    `$os` LowCardinality(Nullable(String)),
    `$pathname` Nullable(String),
    `$referring_domain` LowCardinality(Nullable(String)),
    `$session_id` Nullable(String),
    `utm_campaign` LowCardinality(Nullable(String)),
    `utm_medium` LowCardinality(Nullable(String)),
    `utm_source` LowCardinality(Nullable(String))
  ) DEFAULT CAST(properties_raw, 'JSON(
    max_dynamic_paths = 0,
    `$browser` LowCardinality(Nullable(String)),
    `$current_url` Nullable(String),
    `$device_type` LowCardinality(Nullable(String)),
    `$geoip_country_code` LowCardinality(Nullable(String)),
    `$host` LowCardinality(Nullable(String)),
    `$lib` LowCardinality(Nullable(String)),
    `$os` LowCardinality(Nullable(String)),
    `$pathname` Nullable(String),
    `$referring_domain` LowCardinality(Nullable(String)),
    `$session_id` Nullable(String),
    `utm_campaign` LowCardinality(Nullable(String)),
    `utm_medium` LowCardinality(Nullable(String)),
    `utm_source` LowCardinality(Nullable(String))
  )'),
  inserted_at DateTime64(3, 'UTC') CODEC(T64, LZ4),
  INDEX by_uuid uuid TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = ReplicatedMergeTree('/throughline/tl/{shard}/events_local', '{replica}')
PARTITION BY toYYYYMM(day)
ORDER BY (project_id, event, day, person)
SETTINGS
  index_granularity_bytes = 1048576,
  object_shared_data_buckets_for_wide_part = 8,
  merge_selector_base = 10,
  min_free_disk_bytes_to_perform_insert = 67108864,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  old_parts_lifetime = 480;

-- on: every
CREATE TABLE IF NOT EXISTS events AS events_local
ENGINE = Distributed('main', 'tl', 'events_local', cityHash64(project_id, person));

-- on: shards
ALTER TABLE events_local ADD COLUMN IF NOT EXISTS group_0 String CODEC(ZSTD(1)) AFTER uuid
SETTINGS alter_sync = 2;

-- on: every
ALTER TABLE events ADD COLUMN IF NOT EXISTS group_0 String CODEC(ZSTD(1)) AFTER uuid;

-- on: shards
ALTER TABLE events_local ADD COLUMN IF NOT EXISTS group_1 String CODEC(ZSTD(1)) AFTER group_0
SETTINGS alter_sync = 2;

-- on: every
ALTER TABLE events ADD COLUMN IF NOT EXISTS group_1 String CODEC(ZSTD(1)) AFTER group_0;

-- on: shards
ALTER TABLE events_local ADD COLUMN IF NOT EXISTS group_2 String CODEC(ZSTD(1)) AFTER group_1
SETTINGS alter_sync = 2;

-- on: every
ALTER TABLE events ADD COLUMN IF NOT EXISTS group_2 String CODEC(ZSTD(1)) AFTER group_1;

-- on: shards
ALTER TABLE events_local ADD COLUMN IF NOT EXISTS group_3 String CODEC(ZSTD(1)) AFTER group_2
SETTINGS alter_sync = 2;

-- on: every
ALTER TABLE events ADD COLUMN IF NOT EXISTS group_3 String CODEC(ZSTD(1)) AFTER group_2;

-- on: shards
ALTER TABLE events_local ADD COLUMN IF NOT EXISTS group_4 String CODEC(ZSTD(1)) AFTER group_3
SETTINGS alter_sync = 2;

-- on: every
ALTER TABLE events ADD COLUMN IF NOT EXISTS group_4 String CODEC(ZSTD(1)) AFTER group_3;

-- on: every
CREATE TABLE IF NOT EXISTS person_root (
  project_id UInt32,
  person UInt32,
  root UInt32,
  version UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/throughline/tl/all/person_root', '{shard}-{replica}', version)
ORDER BY (project_id, person)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

-- on: every
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
ENGINE = ReplicatedReplacingMergeTree('/throughline/tl/all/persons', '{shard}-{replica}', version, is_deleted)
ORDER BY (project_id, person)
SETTINGS
  index_granularity_bytes = 1048576,
  object_shared_data_buckets_for_wide_part = 8,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  old_parts_lifetime = 480;

-- on: every
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
ENGINE = ReplicatedReplacingMergeTree('/throughline/tl/all/groups', '{shard}-{replica}', version)
ORDER BY (project_id, group_type_index, group_key)
SETTINGS
  index_granularity_bytes = 1048576,
  object_shared_data_buckets_for_wide_part = 8,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  old_parts_lifetime = 480;

-- on: every
CREATE TABLE IF NOT EXISTS unanchored_event_local (
  project_id UInt32,
  uuid UUID CODEC(NONE),
  day Date
)
ENGINE = ReplicatedReplacingMergeTree('/throughline/tl/{shard}/unanchored_event_local', '{replica}')
ORDER BY (project_id, uuid, day)
SETTINGS
  index_granularity = 512,
  min_free_disk_bytes_to_perform_insert = 67108864,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  old_parts_lifetime = 480;

-- on: every
CREATE TABLE IF NOT EXISTS unanchored_event AS unanchored_event_local
ENGINE = Distributed('main', 'tl', 'unanchored_event_local', cityHash64(project_id, day));

-- on: shards
INSERT INTO unanchored_event_local (project_id, uuid, day)
SELECT project_id, uuid, day
FROM events_local
WHERE NOT has([1, 4, 6, 7], bitAnd(bitShiftRight(toUInt128(uuid), 76), 15))
  OR (
    bitAnd(bitShiftRight(toUInt128(uuid), 76), 15) = 7
    AND abs(toInt64(bitShiftRight(toUInt128(uuid), 80)) - toUnixTimestamp64Milli(ts)) > 43200000
  );

-- on: every
CREATE TABLE IF NOT EXISTS cohort_person (
  project_id UInt32,
  cohort_id UInt32,
  person UInt32,
  is_deleted UInt8,
  version UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/throughline/tl/all/cohort_person', '{shard}-{replica}', version, is_deleted)
ORDER BY (project_id, cohort_id, person)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

-- on: shards
ALTER TABLE events_local ADD COLUMN IF NOT EXISTS flat_properties String EPHEMERAL ''
SETTINGS alter_sync = 2;

-- on: every
ALTER TABLE events ADD COLUMN IF NOT EXISTS flat_properties String EPHEMERAL '';

-- on: shards
ALTER TABLE events_local MODIFY COLUMN properties DEFAULT CAST(if(flat_properties = '', properties_raw, flat_properties), 'JSON(
  max_dynamic_paths = 0,
  `$browser` LowCardinality(Nullable(String)),
  `$current_url` Nullable(String),
  `$device_type` LowCardinality(Nullable(String)),
  `$geoip_country_code` LowCardinality(Nullable(String)),
  `$host` LowCardinality(Nullable(String)),
  `$lib` LowCardinality(Nullable(String)),
  `$os` LowCardinality(Nullable(String)),
  `$pathname` Nullable(String),
  `$referring_domain` LowCardinality(Nullable(String)),
  `$session_id` Nullable(String),
  `utm_campaign` LowCardinality(Nullable(String)),
  `utm_medium` LowCardinality(Nullable(String)),
  `utm_source` LowCardinality(Nullable(String))
)')
SETTINGS alter_sync = 2;

-- on: every
ALTER TABLE events MODIFY COLUMN properties DEFAULT CAST(if(flat_properties = '', properties_raw, flat_properties), 'JSON(
  max_dynamic_paths = 0,
  `$browser` LowCardinality(Nullable(String)),
  `$current_url` Nullable(String),
  `$device_type` LowCardinality(Nullable(String)),
  `$geoip_country_code` LowCardinality(Nullable(String)),
  `$host` LowCardinality(Nullable(String)),
  `$lib` LowCardinality(Nullable(String)),
  `$os` LowCardinality(Nullable(String)),
  `$pathname` Nullable(String),
  `$referring_domain` LowCardinality(Nullable(String)),
  `$session_id` Nullable(String),
  `utm_campaign` LowCardinality(Nullable(String)),
  `utm_medium` LowCardinality(Nullable(String)),
  `utm_source` LowCardinality(Nullable(String))
)');

-- on: one
ALTER TABLE persons ADD COLUMN IF NOT EXISTS flat_properties String EPHEMERAL ''
SETTINGS alter_sync = 2;

-- on: one
ALTER TABLE persons MODIFY COLUMN properties DEFAULT CAST(if(flat_properties = '', properties_raw, flat_properties), 'JSON(max_dynamic_paths = 0)')
SETTINGS alter_sync = 2;

-- on: one
ALTER TABLE groups ADD COLUMN IF NOT EXISTS flat_properties String EPHEMERAL ''
SETTINGS alter_sync = 2;

-- on: one
ALTER TABLE groups MODIFY COLUMN properties DEFAULT CAST(if(flat_properties = '', properties_raw, flat_properties), 'JSON(max_dynamic_paths = 0)')
SETTINGS alter_sync = 2;
