SELECT
  count() AS count,
  toUnixTimestamp64Milli(min(ts)) AS earliest
FROM `events`
WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (((event = {p3:String}) AND (ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p4:Array(String)}, false))) OR (event = {p5:String}))
-- p0 = 7
-- p1 = "1970-01-01"
-- p2 = "2148-12-31"
-- p3 = "visit"
-- p4 = ["pro"]
-- p5 = "paid"
