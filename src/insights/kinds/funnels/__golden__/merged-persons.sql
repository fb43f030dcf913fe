-- the events of the funnel, with the steps and exclusions that each matches
SELECT
  dictGetOrDefault({p0:String}, 'root', toUInt64(person), person) AS actor,
  toUInt32(toUnixTimestamp64Milli(ts) - {p1:Int64}) AS at,
  toUInt8(if(event = {p2:String}, 1, 0) + if(event = {p3:String}, 2, 0)) AS mask
FROM `events`
WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND ((event = {p7:String}) OR (event = {p8:String}))
-- p0 = "person_root_7"
-- p1 = 1794528000000
-- p2 = "visit"
-- p3 = "paid"
-- p4 = 7
-- p5 = "2026-11-13"
-- p6 = "2026-11-20"
-- p7 = "visit"
-- p8 = "paid"
