-- series 0, period 0
SELECT
  0 AS period,
  0 AS series,
  toInt64(toUInt16(day)) * 86400000 AS bucket,
  ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
FROM (
  -- the first event of each actor
  SELECT
    actor,
    earliest AS ts,
    toDate(ts) AS day
  FROM (
    SELECT
      person AS actor,
      minIf(ts, event = {p0:String}) AS earliest
    FROM `events`
    WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event = {p4:String})
    GROUP BY actor
    HAVING countIf(event = {p5:String}) > 0
      AND earliest = min(ts)
  )
)
WHERE ts >= fromUnixTimestamp64Milli({p6:Int64})
  AND ts < fromUnixTimestamp64Milli({p7:Int64})
GROUP BY day
-- p0 = "paid"
-- p1 = 7
-- p2 = "1970-01-01"
-- p3 = "2026-11-20"
-- p4 = "paid"
-- p5 = "paid"
-- p6 = 1794960000000
-- p7 = 1795219200000
