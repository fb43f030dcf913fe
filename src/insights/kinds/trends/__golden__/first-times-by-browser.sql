-- series 0, period 0
SELECT
  * EXCEPT (`place`),
  place = 0 AS is_other,
  [arrayElement({p0:Array(String)}, place)] AS values
FROM (
  WITH bitOr(bitShiftLeft(toUInt32(transform(`first_value_0`, {p1:Array(String)}, {p2:Array(UInt32)}, 0)), 16), toUInt16(day)) AS number_and_bucket
  SELECT
    0 AS period,
    0 AS series,
    bitShiftRight(number_and_bucket, 16) AS `place`,
    toInt64(bitAnd(number_and_bucket, 65535)) * 86400000 AS bucket,
    ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
  FROM (
    -- the first event of each actor
    SELECT
      actor,
      tupleElement(earliest, 1) AS ts,
      toDate(ts) AS day,
      tupleElement(earliest, 2) AS `first_value_0`
    FROM (
      SELECT
        person AS actor,
        minIf(tuple(ts, ifNull(properties.`$browser`, '')), (event = {p3:String}) AND (ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p4:Array(String)}, false))) AS earliest
      FROM `events`
      WHERE (project_id = {p5:UInt32}) AND (day >= {p6:Date}) AND (day <= {p7:Date}) AND (event = {p8:String})
      GROUP BY actor
      HAVING countIf((event = {p9:String}) AND (ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p10:Array(String)}, false))) > 0
        AND tupleElement(earliest, 1) = min(ts)
    )
  )
  WHERE ts >= fromUnixTimestamp64Milli({p11:Int64})
    AND ts < fromUnixTimestamp64Milli({p12:Int64})
  GROUP BY number_and_bucket
)
-- p0 = [""]
-- p1 = [""]
-- p2 = [1]
-- p3 = "paid"
-- p4 = ["pro"]
-- p5 = 7
-- p6 = "1970-01-01"
-- p7 = "2026-11-20"
-- p8 = "paid"
-- p9 = "paid"
-- p10 = ["pro"]
-- p11 = 1794960000000
-- p12 = 1795219200000
