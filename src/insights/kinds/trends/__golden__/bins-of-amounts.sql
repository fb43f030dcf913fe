-- series 0, period 0
SELECT
  * EXCEPT (`value_0`),
  [`value_0`] AS values
FROM (
  SELECT
    0 AS period,
    0 AS series,
    '' AS `value_0`,
    toInt64(toUInt16(day)) * 86400000 AS bucket,
    ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String})
  GROUP BY
    day,
    `value_0`
)
-- p0 = 7
-- p1 = "2026-11-18"
-- p2 = "2026-11-20"
-- p3 = "paid"
