-- the largest rows of the breakdown
SELECT [`value_0`] AS values
FROM (
  SELECT
    ifNull(properties.`$browser`, '') AS `value_0`,
    count() AS size
  FROM `events`
  WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String})
  GROUP BY `value_0`
)
WHERE NOT (`value_0` = '')
ORDER BY
  size DESC,
  `value_0`
LIMIT 2
-- p0 = 7
-- p1 = "2026-11-17"
-- p2 = "2026-11-20"
-- p3 = "signed in"
