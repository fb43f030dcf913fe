SELECT
  project_id,
  toString(day) AS date,
  count() AS rows,
  sum(hash) AS sum,
  groupBitXor(hash) AS xor
FROM (SELECT project_id, day, cityHash64(`project_id`, `event`, `day`, `ts`, `person`, `distinct_id`, `uuid`, `group_0`, `group_1`, `group_2`, `group_3`, `group_4`, `inserted_at`, `properties_raw`) AS hash FROM `frozen_events`)
GROUP BY project_id, day

