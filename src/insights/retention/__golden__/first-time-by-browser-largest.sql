-- the largest rows of the breakdown
SELECT [`value_0`] AS values
FROM (
  SELECT
    first_row[1] AS `value_0`,
    count() AS size
  FROM (
    SELECT
      person AS actor,
      minOrNullIf(toUnixTimestamp64Milli(ts), event = {p0:String}) AS first,
      argMinIf([ifNull(properties.`$browser`, '')], (toUnixTimestamp64Milli(ts), [ifNull(properties.`$browser`, '')]), event = {p1:String}) AS first_row
    FROM `events`
    WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (event = {p5:String})
    GROUP BY actor
  )
  WHERE first >= {p6:Int64}
  GROUP BY `value_0`
)
WHERE NOT (`value_0` = '')
ORDER BY
  size DESC,
  `value_0`
LIMIT 2
-- p0 = "signed in"
-- p1 = "signed in"
-- p2 = 7
-- p3 = "1970-01-01"
-- p4 = "2026-11-20"
-- p5 = "signed in"
-- p6 = 1794873600000
