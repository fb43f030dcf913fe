-- series 0, period 0
SELECT
  0 AS period,
  0 AS series,
  toInt64(toUInt16(day)) * 86400000 AS bucket,
  ifNotFinite(toFloat64(ifNull(uniqExact(dictGetOrDefault({p0:String}, 'root', toUInt64(person), person)), 0)), 0) AS value
FROM `events`
WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event = {p4:String})
GROUP BY day
-- p0 = "person_root_7"
-- p1 = 7
-- p2 = "2026-11-18"
-- p3 = "2026-11-20"
-- p4 = "paid"
