-- series 0, period 0
SELECT
  * EXCEPT (`place`),
  place = 0 AS is_other,
  [arrayElement({p0:Array(String)}, place)] AS values
FROM (
  WITH bitOr(bitShiftLeft(toUInt32(transform(if(ifNull(properties.`$pathname`, '') = '', '', toValidUTF8(replaceRegexpAll(substringUTF8(ifNull(properties.`$pathname`, ''), 1, 2048), {p1:String}, {p2:String}))), {p3:Array(String)}, {p4:Array(UInt32)}, 0)), 16), toUInt16(day)) AS number_and_bucket
  SELECT
    0 AS period,
    0 AS series,
    bitShiftRight(number_and_bucket, 16) AS `place`,
    toInt64(bitAnd(number_and_bucket, 65535)) * 86400000 AS bucket,
    ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p5:UInt32}) AND (day >= {p6:Date}) AND (day <= {p7:Date}) AND (event = {p8:String})
  GROUP BY number_and_bucket
)
-- p0 = [""]
-- p1 = "/\\d+"
-- p2 = "/<id>"
-- p3 = [""]
-- p4 = [1]
-- p5 = 7
-- p6 = "2026-11-18"
-- p7 = "2026-11-20"
-- p8 = "paid"
