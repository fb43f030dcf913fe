-- series {p0:UInt32}: its events in each bucket
SELECT
  {p1:UInt32} AS series,
  roundDown(toUnixTimestamp64Milli(ts), {p2:Array(Int64)}) AS bucket,
  uniqExact(person) AS value
FROM `events`
WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND (event = {p6:String})
GROUP BY bucket
-- p0 = 0
-- p1 = 0
-- p2 = [1794096000000,1794700800000]
-- p3 = 7
-- p4 = "2026-11-08"
-- p5 = "2026-11-20"
-- p6 = "paid"
