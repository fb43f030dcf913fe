-- the largest rows of the breakdown
SELECT
  0 AS decider,
  cohort,
  [`value_0`] AS values
FROM (
  SELECT
    0 AS cohort,
    ifNull(properties.`$browser`, '') AS `value_0`,
    ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String})
  GROUP BY `value_0`
)
WHERE NOT (`value_0` = '')
GROUP BY `value_0`, cohort
ORDER BY
  sum(value) DESC,
  `value_0`, cohort
LIMIT 26
-- p0 = 7
-- p1 = "2026-11-18"
-- p2 = "2026-11-20"
-- p3 = "paid"
