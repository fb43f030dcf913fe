-- series 0, period 0
SELECT
  * EXCEPT (`place`),
  place = 0 AS is_other,
  [arrayElement({p0:Array(String)}, place)] AS values
FROM (
  WITH bitOr(bitShiftLeft(toUInt32(transform(ifNull(`joined_0_0`, ''), {p1:Array(String)}, {p2:Array(UInt32)}, 0)), 16), toUInt16(day)) AS number_and_bucket
  SELECT
    0 AS period,
    0 AS series,
    bitShiftRight(number_and_bucket, 16) AS `place`,
    toInt64(bitAnd(number_and_bucket, 65535)) * 86400000 AS bucket,
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
      WHERE project_id = {p3:UInt32}
    )
  ) AS `joined_0` ON person = `subject_0`
  WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND (event = {p7:String})
  GROUP BY number_and_bucket
)
-- p0 = [""]
-- p1 = [""]
-- p2 = [1]
-- p3 = 7
-- p4 = 7
-- p5 = "2026-11-18"
-- p6 = "2026-11-20"
-- p7 = "paid"
