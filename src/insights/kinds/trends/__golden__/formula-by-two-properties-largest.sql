-- the largest rows of the breakdown
SELECT
  0 AS decider,
  [`value_0`, `value_1`] AS values
FROM (
  SELECT
    ifNull(properties.`$browser`, '') AS `value_0`,
    multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*'))) AS `value_1`,
    ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String})
  GROUP BY
    `value_0`,
    `value_1`
  UNION ALL
  SELECT
    ifNull(properties.`$browser`, '') AS `value_0`,
    multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*'))) AS `value_1`,
    ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND (event = {p7:String})
  GROUP BY
    `value_0`,
    `value_1`
)
WHERE NOT ((`value_0` = '') AND (`value_1` = ''))
GROUP BY `value_0`, `value_1`
ORDER BY
  sum(value) DESC,
  `value_0`, `value_1`
LIMIT 26
-- p0 = 7
-- p1 = "2026-11-18"
-- p2 = "2026-11-20"
-- p3 = "paid"
-- p4 = 7
-- p5 = "2026-11-18"
-- p6 = "2026-11-20"
-- p7 = "paid"
