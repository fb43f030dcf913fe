-- The days of events whose repetition cannot say where they are: their stored time is more than 12 hours from the time that
-- every repetition carries (a wrong clock), or there is no such time. A repetition of any other event is looked up on the days
-- around that time. See docs/decisions/0003-exactly-once-by-uuid.md.
-- A look-up of one uuid reads one granule, and uuids are random: granules are small.
CREATE TABLE IF NOT EXISTS unanchored_event (
  project_id UInt32,
  uuid UUID CODEC(NONE),
  day Date
)
ENGINE = ReplacingMergeTree
ORDER BY (project_id, uuid, day)
SETTINGS
  index_granularity = 512,
  min_free_disk_bytes_to_perform_insert = 67108864,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  old_parts_lifetime = 480;

-- Events that are stored already, of which the sent time was not kept: uuids that are made of a text (neither version 1, 4, 6
-- nor 7), and those of version 7 whose own time is far from the stored one.
INSERT INTO unanchored_event (project_id, uuid, day)
SELECT project_id, uuid, day
FROM events
WHERE NOT has([1, 4, 6, 7], bitAnd(bitShiftRight(toUInt128(uuid), 76), 15))
  OR (
    bitAnd(bitShiftRight(toUInt128(uuid), 76), 15) = 7
    AND abs(toInt64(bitShiftRight(toUInt128(uuid), 80)) - toUnixTimestamp64Milli(ts)) > 43200000
  );
