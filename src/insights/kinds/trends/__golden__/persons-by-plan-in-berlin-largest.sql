-- the largest rows of the breakdown
SELECT
  0 AS decider,
  [`value_0`] AS values
FROM (
  SELECT
    ifNull(`joined_0_0`, '') AS `value_0`,
    ifNotFinite(toFloat64(ifNull(sum(weight), 0)), 0) AS value
  FROM (
    -- the persons of events
    SELECT
      person,
      weight
    FROM (
      SELECT
        person,
        count() AS weight
      FROM `events`
      WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (ts >= fromUnixTimestamp64Milli({p3:Int64})) AND (ts < fromUnixTimestamp64Milli({p4:Int64})) AND (event = {p5:String})
      GROUP BY
        person
    )
  ) AS persons_of_events
  ANY LEFT JOIN (
    SELECT
      subject AS `subject_0`,
      `joined_0_0`
    FROM (
      SELECT
        person AS subject,
        CAST(properties.`plan`, 'Nullable(String)') AS `joined_0_0`
      FROM `persons` FINAL
      WHERE project_id = {p6:UInt32}
    )
  ) AS `joined_0` ON person = `subject_0`
  GROUP BY `value_0`
)
WHERE NOT (`value_0` = '')
GROUP BY `value_0`
ORDER BY
  sum(value) DESC,
  `value_0`
LIMIT 26
-- p0 = 7
-- p1 = "2026-11-18"
-- p2 = "2026-11-20"
-- p3 = 1795042800000
-- p4 = 1795215600000
-- p5 = "paid"
-- p6 = 7
