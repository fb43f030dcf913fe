-- the actors of one number
SELECT DISTINCT actor
FROM (
  SELECT
    person AS actor,
    (NOT (ifNull(properties.`$browser`, '') = '') AND ifNull(properties.`$browser`, '') NOT IN (
      -- the largest rows of the breakdown
      SELECT `value_0`
      FROM (
        SELECT
          ifNull(properties.`$browser`, '') AS `value_0`,
          ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
        FROM `events`
        WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String})
        GROUP BY `value_0`
      )
      WHERE NOT (`value_0` = '')
      GROUP BY `value_0`
      ORDER BY
        sum(value) DESC,
        `value_0`
      LIMIT 25
    )) AS `is_other`,
    if(is_other, '', ifNull(properties.`$browser`, '')) AS `value_0`
  FROM `events`
  WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND (event = {p7:String})
)
WHERE is_other
-- p0 = 7
-- p1 = "2026-11-18"
-- p2 = "2026-11-20"
-- p3 = "paid"
-- p4 = 7
-- p5 = "2026-11-19"
-- p6 = "2026-11-19"
-- p7 = "paid"
