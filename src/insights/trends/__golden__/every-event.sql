-- series {p0:UInt32}: its events in each bucket
SELECT
  {p1:UInt32} AS series,
  toInt64(toUInt16(day)) * 86400000 AS bucket,
  count() AS value
FROM `events`
WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (true)
GROUP BY day
-- p0 = 0
-- p1 = 0
-- p2 = 7
-- p3 = "2026-11-20"
-- p4 = "2026-11-20"
