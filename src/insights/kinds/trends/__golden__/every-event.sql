-- series 0, period 0
SELECT
  0 AS period,
  0 AS series,
  toInt64(toUInt16(day)) * 86400000 AS bucket,
  ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
FROM `events`
WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (true)
GROUP BY day
-- p0 = 7
-- p1 = "2026-11-20"
-- p2 = "2026-11-20"
