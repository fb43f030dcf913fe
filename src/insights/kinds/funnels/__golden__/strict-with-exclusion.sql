-- the events of the funnel, with the steps and exclusions that each matches
SELECT
  person AS actor,
  toUInt32(toUnixTimestamp64Milli(ts) - {p0:Int64}) AS at,
  toUInt8(if(event = {p1:String}, 1, 0) + if(event = {p2:String}, 2, 0) + if(event = {p3:String}, 4, 0) + if(event = {p4:String}, 8, 0)) AS mask
FROM `events`
WHERE (project_id = {p5:UInt32}) AND (day >= {p6:Date}) AND (day <= {p7:Date}) AND (((event = {p8:String}) OR (event = {p9:String}) OR (event = {p10:String}) OR (event = {p11:String})) OR (person IN (
  -- the actors with the first and the second step
  SELECT person AS actor
  FROM `events`
  WHERE (project_id = {p12:UInt32}) AND (day >= {p13:Date}) AND (day <= {p14:Date}) AND ((event = {p15:String}) OR (event = {p16:String}))
  GROUP BY actor
  HAVING max(event = {p17:String}) AND max(event = {p18:String})
)))
-- p0 = 1794528000000
-- p1 = "visit"
-- p2 = "sign up"
-- p3 = "paid"
-- p4 = "left"
-- p5 = 7
-- p6 = "2026-11-13"
-- p7 = "2026-11-20"
-- p8 = "visit"
-- p9 = "sign up"
-- p10 = "paid"
-- p11 = "left"
-- p12 = 7
-- p13 = "2026-11-13"
-- p14 = "2026-11-20"
-- p15 = "visit"
-- p16 = "sign up"
-- p17 = "visit"
-- p18 = "sign up"
