-- the largest rows of the breakdown
SELECT
  0 AS decider,
  [`value_0`] AS values
FROM (
  SELECT
    if(ifNull(properties.`$pathname`, '') = '', '', toValidUTF8(replaceRegexpAll(substringUTF8(ifNull(properties.`$pathname`, ''), 1, 2048), {p0:String}, {p1:String}))) AS `value_0`,
    ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (event = {p5:String})
  GROUP BY `value_0`
)
WHERE NOT (`value_0` = '')
GROUP BY `value_0`
ORDER BY
  sum(value) DESC,
  `value_0`
LIMIT 26
-- p0 = "/\\d+"
-- p1 = "/<id>"
-- p2 = 7
-- p3 = "2026-11-18"
-- p4 = "2026-11-20"
-- p5 = "paid"
