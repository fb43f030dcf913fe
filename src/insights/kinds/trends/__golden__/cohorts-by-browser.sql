-- series 0, period 0
SELECT
  * EXCEPT (`place`),
  place = 0 AS is_other,
  [{p0:String}, arrayElement({p1:Array(String)}, place)] AS values
FROM (
  WITH bitOr(bitShiftLeft(toUInt32(transform(ifNull(properties.`$browser`, ''), {p2:Array(String)}, {p3:Array(UInt32)}, 0)), 16), toUInt16(day)) AS number_and_bucket
  SELECT
    0 AS period,
    0 AS series,
    bitShiftRight(number_and_bucket, 16) AS `place`,
    toInt64(bitAnd(number_and_bucket, 65535)) * 86400000 AS bucket,
    ifNotFinite(toFloat64(ifNull(uniqExact(person), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND (event = {p7:String})
  GROUP BY number_and_bucket
)
-- p0 = "all"
-- p1 = [""]
-- p2 = [""]
-- p3 = [1]
-- p4 = 7
-- p5 = "2026-11-18"
-- p6 = "2026-11-20"
-- p7 = "paid"
