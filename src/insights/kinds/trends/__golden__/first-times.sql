-- series 0, period 0
SELECT
  0 AS period,
  0 AS series,
  toInt64(toUInt16(day)) * 86400000 AS bucket,
  ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
FROM (
  -- the first day of each actor
  SELECT
    actor,
    toDateTime64(earliest, 3, 'UTC') AS ts,
    earliest AS day
  FROM (
    SELECT
      person AS actor,
      min(day) AS earliest
    FROM `events`
    WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String})
    GROUP BY actor
  )
)
WHERE (day >= {p4:Date}) AND (day <= {p5:Date})
GROUP BY day
-- p0 = 7
-- p1 = "1970-01-01"
-- p2 = "2026-11-20"
-- p3 = "paid"
-- p4 = "2026-11-18"
-- p5 = "2026-11-20"
