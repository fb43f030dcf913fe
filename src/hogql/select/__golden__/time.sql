-- select count() from events where timestamp >= '2026-11-01' and '2026-11-08' > timestamp
SELECT
  toFloat64(count()) AS `0`
FROM (
  SELECT
    1 AS nothing
  FROM `events`
  WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (day >= toDate32(toTimeZone(parseDateTime64BestEffortOrNull({p3:String}, 3, {p4:String}), 'UTC')) - 0) AND (day <= toDate32(toTimeZone(parseDateTime64BestEffortOrNull({p5:String}, 3, {p6:String}), 'UTC')) + 0) AND (ifNull((toTimeZone(ts, {p7:String}) >= parseDateTime64BestEffortOrNull({p8:String}, 3, {p9:String})), false)) AND (ifNull((parseDateTime64BestEffortOrNull({p10:String}, 3, {p11:String}) > toTimeZone(ts, {p12:String})), false))
) AS `s1`
-- p0 = 7
-- p1 = "1970-01-01"
-- p2 = "2148-12-31"
-- p3 = "2026-11-01"
-- p4 = "Europe/Berlin"
-- p5 = "2026-11-08"
-- p6 = "Europe/Berlin"
-- p7 = "Europe/Berlin"
-- p8 = "2026-11-01"
-- p9 = "Europe/Berlin"
-- p10 = "2026-11-08"
-- p11 = "Europe/Berlin"
-- p12 = "Europe/Berlin"
