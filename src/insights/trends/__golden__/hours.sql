-- series {p0:UInt32}: its events in each bucket
SELECT
  {p1:UInt32} AS series,
  roundDown(toUnixTimestamp64Milli(ts), {p2:Array(Int64)}) AS bucket,
  count() AS value
FROM `events`
WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND (ts >= fromUnixTimestamp64Milli({p6:Int64})) AND (ts < fromUnixTimestamp64Milli({p7:Int64})) AND (event = {p8:String})
GROUP BY bucket
-- p0 = 0
-- p1 = 0
-- p2 = [1795165200000,1795168800000,1795172400000,1795176000000]
-- p3 = 7
-- p4 = "2026-11-20"
-- p5 = "2026-11-20"
-- p6 = 1795165200000
-- p7 = 1795179600000
-- p8 = "paid"
