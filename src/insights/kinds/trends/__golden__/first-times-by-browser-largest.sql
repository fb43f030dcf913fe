-- the largest rows of the breakdown
SELECT
  0 AS decider,
  [`value_0`] AS values
FROM (
  SELECT
    `first_value_0` AS `value_0`,
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
        minIf(tuple(ts, ifNull(properties.`$browser`, '')), (event = {p0:String}) AND (ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p1:Array(String)}, false))) AS earliest
      FROM `events`
      WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (event = {p5:String})
      GROUP BY actor
      HAVING countIf((event = {p6:String}) AND (ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p7:Array(String)}, false))) > 0
        AND tupleElement(earliest, 1) = min(ts)
    )
  )
  WHERE ts >= fromUnixTimestamp64Milli({p8:Int64})
    AND ts < fromUnixTimestamp64Milli({p9:Int64})
  GROUP BY `value_0`
)
WHERE NOT (`value_0` = '')
GROUP BY `value_0`
ORDER BY
  sum(value) DESC,
  `value_0`
LIMIT 26
-- p0 = "paid"
-- p1 = ["pro"]
-- p2 = 7
-- p3 = "1970-01-01"
-- p4 = "2026-11-20"
-- p5 = "paid"
-- p6 = "paid"
-- p7 = ["pro"]
-- p8 = 1794960000000
-- p9 = 1795219200000
