-- the largest rows of the breakdown
SELECT
  0 AS decider,
  [`value_0`] AS values
FROM (
  SELECT
    ifNull(properties.`$browser`, '') AS `value_0`,
    ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String}) AND (arrayExists(
    (from_ms, to_ms) -> toUnixTimestamp64Milli(ts) >= from_ms AND toUnixTimestamp64Milli(ts) < to_ms,
    {p4:Array(Int64)},
    {p5:Array(Int64)}
  ))
  GROUP BY `value_0`
)
WHERE NOT (`value_0` = '')
GROUP BY `value_0`
ORDER BY
  sum(value) DESC,
  `value_0`
LIMIT 26
-- p0 = 7
-- p1 = "2026-10-20"
-- p2 = "2026-11-20"
-- p3 = "paid"
-- p4 = [1792886400000,1794614400000]
-- p5 = [1793491200000,1795219200000]
