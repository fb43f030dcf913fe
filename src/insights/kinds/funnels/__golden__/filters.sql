-- the events of the funnel, with the steps and exclusions that each matches
SELECT
  person AS actor,
  toUInt32(toUnixTimestamp64Milli(ts) - {p0:Int64}) AS at,
  toUInt8(if((event = {p1:String}) AND (ifNull(properties.`$browser` IN {p2:Array(String)}, false)), 1, 0) + if((event = {p3:String}) AND (ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL) > {p4:Float64}, false)), 2, 0)) AS mask
FROM `events`
WHERE (project_id = {p5:UInt32}) AND (day >= {p6:Date}) AND (day <= {p7:Date}) AND ((NOT ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p8:Array(String)}, false)) AND (NOT ifNull(CAST(properties.`email`, 'Nullable(String)') ILIKE {p9:String}, false))) AND (((event = {p10:String}) AND (ifNull(properties.`$browser` IN {p11:Array(String)}, false))) OR ((event = {p12:String}) AND (ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL) > {p13:Float64}, false))))
-- p0 = 1794528000000
-- p1 = "visit"
-- p2 = ["Firefox","Safari"]
-- p3 = "paid"
-- p4 = 10
-- p5 = 7
-- p6 = "2026-11-13"
-- p7 = "2026-11-20"
-- p8 = ["free"]
-- p9 = "%@example.com%"
-- p10 = "visit"
-- p11 = ["Firefox","Safari"]
-- p12 = "paid"
-- p13 = 10
