-- series 0, period 0
SELECT
  * EXCEPT (`value_0`),
  [`value_0`] AS values
FROM (
  SELECT
    0 AS period,
    0 AS series,
    (NOT (`first_value_0` = '') AND `first_value_0` NOT IN {p0:Array(String)}) AS `is_other`,
    if(is_other, '', `first_value_0`) AS `value_0`,
    toInt64(toUInt16(day)) * 86400000 AS bucket,
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
        minIf(tuple(ts, ifNull(properties.`$browser`, '')), (event = {p1:String}) AND (ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p2:Array(String)}, false))) AS earliest
      FROM `events`
      WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND (event = {p6:String})
      GROUP BY actor
      HAVING countIf((event = {p7:String}) AND (ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p8:Array(String)}, false))) > 0
        AND tupleElement(earliest, 1) = min(ts)
    )
  )
  WHERE ts >= fromUnixTimestamp64Milli({p9:Int64})
    AND ts < fromUnixTimestamp64Milli({p10:Int64})
  GROUP BY
    day,
    `is_other`,
    `value_0`
)
-- p0 = [""]
-- p1 = "paid"
-- p2 = ["pro"]
-- p3 = 7
-- p4 = "1970-01-01"
-- p5 = "2026-11-20"
-- p6 = "paid"
-- p7 = "paid"
-- p8 = ["pro"]
-- p9 = 1794960000000
-- p10 = 1795219200000
