-- the largest rows of the breakdown
SELECT
  0 AS decider,
  [`value_0`] AS values
FROM (
  SELECT
    ifNull(`joined_0_0`, '') AS `value_0`,
    ifNotFinite(toFloat64(ifNull((sum(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)) / toFloat64(count())), 0)), 0) AS value
  FROM `events`
  ANY LEFT JOIN (
    SELECT
      subject AS `subject_0`,
      `joined_0_0`
    FROM (
      SELECT
        person AS subject,
        CAST(properties.`plan`, 'Nullable(String)') AS `joined_0_0`
      FROM `persons` FINAL
      WHERE project_id = {p0:UInt32}
    )
  ) AS `joined_0` ON person = `subject_0`
  WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event = {p4:String})
  GROUP BY `value_0`
)
WHERE NOT (`value_0` = '')
GROUP BY `value_0`
ORDER BY
  sum(value) DESC,
  `value_0`
LIMIT 26
-- p0 = 7
-- p1 = 7
-- p2 = "2026-11-18"
-- p3 = "2026-11-20"
-- p4 = "paid"
