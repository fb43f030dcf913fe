SELECT
  project_id,
  toString(day) AS date,
  count() AS rows,
  sum(hash) AS sum,
  groupBitXor(hash) AS xor
FROM (SELECT project_id, day, cityHash64(`project_id`, `uuid`, `day`) AS hash FROM (SELECT `project_id`, `uuid`, `day` FROM `frozen_unanchored_event` GROUP BY `project_id`, `uuid`, `day`))
GROUP BY project_id, day

