-- series 0, period 0
SELECT
  0 AS period,
  0 AS series,
  toInt64(toUInt16(day)) * 86400000 AS bucket,
  ifNotFinite(toFloat64(ifNull(max(ifNotFinite(toFloat64OrNull(replaceAll(`joined_0_0`, ' ', '')), NULL)), 0)), 0) AS value
FROM `events`
ANY LEFT JOIN (
  SELECT
    subject AS `subject_0`,
    `joined_0_0`
  FROM (
    SELECT
      person AS subject,
      CAST(properties.`seats`, 'Nullable(String)') AS `joined_0_0`
    FROM `persons` FINAL
    WHERE project_id = {p0:UInt32}
  )
) AS `joined_0` ON person = `subject_0`
WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event = {p4:String})
GROUP BY day
-- p0 = 7
-- p1 = 7
-- p2 = "2026-11-18"
-- p3 = "2026-11-20"
-- p4 = "paid"
