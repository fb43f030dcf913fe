-- series 0, period 0
SELECT
  * EXCEPT (`value_0`),
  [`value_0`] AS values
FROM (
  SELECT
    0 AS period,
    0 AS series,
    (NOT (ifNull(`joined_0_0`, '') = '') AND ifNull(`joined_0_0`, '') NOT IN {p0:Array(String)}) AS `is_other`,
    if(is_other, '', ifNull(`joined_0_0`, '')) AS `value_0`,
    toInt64(toUInt16(day)) * 86400000 AS bucket,
    ifNotFinite(toFloat64(ifNull((sum(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)) / toFloat64(count())), 0)), 0) AS value
  FROM `events`
  ANY LEFT JOIN (
    SELECT
      subject AS `subject_0`,
      `joined_0_0`
    FROM (
      SELECT
        person AS subject,
        CAST(properties.`plan`, 'Nullable(String)') AS `joined_0_0`
      FROM `persons` FINAL
      WHERE project_id = {p1:UInt32}
    )
  ) AS `joined_0` ON person = `subject_0`
  WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (event = {p5:String})
  GROUP BY
    day,
    `is_other`,
    `value_0`
)
-- p0 = [""]
-- p1 = 7
-- p2 = 7
-- p3 = "2026-11-18"
-- p4 = "2026-11-20"
-- p5 = "paid"
