-- the events of the funnel, with the steps and exclusions that each matches
SELECT
  person AS actor,
  toUInt32(toUnixTimestamp64Milli(ts) - {p0:Int64}) AS at,
  toUInt8(if(event = {p1:String}, 1, 0) + if(event = {p2:String}, 2, 0) + if(true, 4, 0)) AS mask
FROM `events`
WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND ((event = {p6:String}) OR (event = {p7:String}) OR (true))
-- p0 = 1794528000000
-- p1 = "visit"
-- p2 = "visit"
-- p3 = 7
-- p4 = "2026-11-13"
-- p5 = "2026-11-20"
-- p6 = "visit"
-- p7 = "visit"
