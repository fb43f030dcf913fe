-- series 0, period 0
SELECT
  0 AS period,
  0 AS series,
  roundDown(toUnixTimestamp64Milli(ts), {p0:Array(Int64)}) AS bucket,
  ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
FROM `events`
WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (ts >= fromUnixTimestamp64Milli({p4:Int64})) AND (ts < fromUnixTimestamp64Milli({p5:Int64})) AND (event = {p6:String})
GROUP BY bucket
-- p0 = [1795165200000,1795168800000,1795172400000,1795176000000]
-- p1 = 7
-- p2 = "2026-11-20"
-- p3 = "2026-11-20"
-- p4 = 1795165200000
-- p5 = 1795179600000
-- p6 = "paid"
