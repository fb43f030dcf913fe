SELECT
  count() AS count,
  toUnixTimestamp64Milli(min(ts)) AS earliest
FROM `events`
WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (true) AND (ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p3:Array(String)}, false))
-- p0 = 7
-- p1 = "1970-01-01"
-- p2 = "2148-12-31"
-- p3 = ["pro"]
