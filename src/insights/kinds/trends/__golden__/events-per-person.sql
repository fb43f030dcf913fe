-- series 0, period 0
SELECT
  0 AS period,
  0 AS series,
  bucket,
  ifNotFinite(toFloat64(ifNull(avg(unit_number), 0)), 0) AS value
FROM (
  SELECT
    toInt64(toUInt16(day)) * 86400000 AS bucket,
    count() AS unit_number
  FROM `events`
  WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String})
  GROUP BY
    day,
    person
)
GROUP BY bucket
-- p0 = 7
-- p1 = "2026-11-18"
-- p2 = "2026-11-20"
-- p3 = "paid"
