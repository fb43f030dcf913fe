-- The persons that were added to static cohorts, by the number of one of their distinct ids: a copy of the metadata, which follows
-- it by `version`, as the persons do.
CREATE TABLE IF NOT EXISTS cohort_person (
  project_id UInt32,
  cohort_id UInt32,
  person UInt32,
  is_deleted UInt8,
  version UInt64
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (project_id, cohort_id, person)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;
