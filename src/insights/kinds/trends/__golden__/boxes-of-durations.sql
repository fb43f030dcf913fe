-- series 0, period 0
SELECT
  0 AS period,
  0 AS series,
  bucket,
  ifNotFinite(toFloat64(ifNull(arrayElement(quantilesExactInclusive(0.25, 0.5, 0.75)(unit_number), 2), 0)), 0) AS value,
  [
    ifNotFinite(toFloat64(ifNull(min(unit_number), 0)), 0),
    ifNotFinite(toFloat64(ifNull(arrayElement(quantilesExactInclusive(0.25, 0.5, 0.75)(unit_number), 1), 0)), 0),
    ifNotFinite(toFloat64(ifNull(arrayElement(quantilesExactInclusive(0.25, 0.5, 0.75)(unit_number), 3), 0)), 0),
    ifNotFinite(toFloat64(ifNull(max(unit_number), 0)), 0),
    ifNotFinite(toFloat64(ifNull(avg(unit_number), 0)), 0),
    ifNotFinite(toFloat64(ifNull(count(unit_number), 0)), 0)
  ] AS box
FROM (
  SELECT
    toInt64(toUInt16(day)) * 86400000 AS bucket,
    any(ifNotFinite(toFloat64OrNull(replaceAll(`joined_0_0`, ' ', '')), NULL)) AS unit_number
  FROM `events`
  ANY LEFT JOIN (
    SELECT
      subject AS `subject_0`,
      `joined_0_0`
    FROM (
      SELECT
        session AS subject,
        value AS `joined_0_0`
      FROM (
        SELECT
          ifNull(properties.`$session_id`, '') AS session,
          CAST(toString((toUnixTimestamp64Milli(max(ts)) - toUnixTimestamp64Milli(min(ts))) / 1000), 'Nullable(String)') AS value
        FROM `events`
        WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (session != '')
        GROUP BY session
      )
    )
  ) AS `joined_0` ON ifNull(properties.`$session_id`, '') = `subject_0`
  WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND (event = {p6:String}) AND (notEmpty(ifNull(properties.`$session_id`, '')))
  GROUP BY
    day,
    ifNull(properties.`$session_id`, '')
)
GROUP BY bucket
-- p0 = 7
-- p1 = "2026-11-17"
-- p2 = "2026-11-21"
-- p3 = 7
-- p4 = "2026-11-18"
-- p5 = "2026-11-20"
-- p6 = "paid"
