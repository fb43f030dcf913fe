-- series 0, period 0
SELECT
  * EXCEPT (`place`),
  place = 0 AS is_other,
  [arrayElement({p0:Array(String)}, place)] AS values
FROM (
  WITH bitOr(bitShiftLeft(toUInt32(transform(ifNull(properties.`$browser`, ''), {p1:Array(String)}, {p2:Array(UInt32)}, 0)), 16), toUInt16(day)) AS number_and_bucket
  SELECT
    0 AS period,
    0 AS series,
    bitShiftRight(number_and_bucket, 16) AS `place`,
    toInt64(bitAnd(number_and_bucket, 65535)) * 86400000 AS bucket,
    ifNotFinite(toFloat64(ifNull(arrayElement(quantilesExactInclusive(0.25, 0.5, 0.75)(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 2), 0)), 0) AS value,
    [
      ifNotFinite(toFloat64(ifNull(min(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 0)), 0),
      ifNotFinite(toFloat64(ifNull(arrayElement(quantilesExactInclusive(0.25, 0.5, 0.75)(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 1), 0)), 0),
      ifNotFinite(toFloat64(ifNull(arrayElement(quantilesExactInclusive(0.25, 0.5, 0.75)(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 3), 0)), 0),
      ifNotFinite(toFloat64(ifNull(max(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 0)), 0),
      ifNotFinite(toFloat64(ifNull(avg(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 0)), 0),
      ifNotFinite(toFloat64(ifNull(count(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 0)), 0)
    ] AS box
  FROM `events`
  WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND (event = {p6:String})
  GROUP BY number_and_bucket
)
-- p0 = [""]
-- p1 = [""]
-- p2 = [1]
-- p3 = 7
-- p4 = "2026-11-18"
-- p5 = "2026-11-20"
-- p6 = "paid"
