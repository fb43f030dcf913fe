-- select count() from events where timestamp >= '2026-11-01' and '2026-11-08' > timestamp
SELECT
  toFloat64(count()) AS `0`
FROM (
  SELECT
    1 AS nothing
  FROM `events`
  WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (day >= toDate32(toTimeZone(fromUnixTimestamp64Milli({p3:Int64}, {p4:String}), 'UTC')) - 0) AND (day <= toDate32(toTimeZone(fromUnixTimestamp64Milli({p5:Int64}, {p6:String}), 'UTC')) + 0) AND ((toTimeZone(ts, {p7:String}) >= fromUnixTimestamp64Milli({p8:Int64}, {p9:String}))) AND ((fromUnixTimestamp64Milli({p10:Int64}, {p11:String}) > toTimeZone(ts, {p12:String})))
) AS `s1`
-- p0 = 7
-- p1 = "1970-01-01"
-- p2 = "2148-12-31"
-- p3 = 1793487600000
-- p4 = "Europe/Berlin"
-- p5 = 1794092400000
-- p6 = "Europe/Berlin"
-- p7 = "Europe/Berlin"
-- p8 = 1793487600000
-- p9 = "Europe/Berlin"
-- p10 = 1794092400000
-- p11 = "Europe/Berlin"
-- p12 = "Europe/Berlin"
