-- the events of the funnel, with the steps and exclusions that each matches
SELECT
  person AS actor,
  toUInt32(toUnixTimestamp64Milli(ts) - {p0:Int64}) AS at,
  toUInt8(if(event = {p1:String}, 1, 0) + if(event = {p2:String}, 2, 0)) AS mask
FROM `events`
WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND (ts >= fromUnixTimestamp64Milli({p6:Int64})) AND (ts < fromUnixTimestamp64Milli({p7:Int64})) AND ((event = {p8:String}) OR (event = {p9:String}))
-- p0 = 1794524400000
-- p1 = "visit"
-- p2 = "paid"
-- p3 = 7
-- p4 = "2026-11-12"
-- p5 = "2026-11-20"
-- p6 = 1794524400000
-- p7 = 1795215600000
-- p8 = "visit"
-- p9 = "paid"
