-- series 0, period 0
SELECT
  0 AS period,
  0 AS series,
  roundDown(toUnixTimestamp64Milli(ts), {p0:Array(Int64)}) AS bucket,
  ifNotFinite(toFloat64(ifNull(uniqExact(person), 0)), 0) AS value
FROM `events`
WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event = {p4:String})
GROUP BY bucket
-- p0 = [1794096000000,1794700800000]
-- p1 = 7
-- p2 = "2026-11-12"
-- p3 = "2026-11-20"
-- p4 = "paid"
