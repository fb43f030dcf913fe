-- series 0 in period 0: actors by their number of active intervals
SELECT
  0 AS period,
  0 AS series,
  active,
  count() AS actors
FROM (
  SELECT
    person AS actor,
    bitCount(groupBitOr(bitShiftLeft(toUInt64(1), indexOf({p0:Array(Int64)}, roundDown(toUnixTimestamp64Milli(ts), {p1:Array(Int64)})) - 1))) AS active
  FROM `events`
  WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (ts >= fromUnixTimestamp64Milli({p5:Int64})) AND (ts < fromUnixTimestamp64Milli({p6:Int64})) AND (event = {p7:String})
  GROUP BY actor
)
GROUP BY active
-- p0 = [1792706400000,1792792800000,1792879200000,1792969200000]
-- p1 = [1792706400000,1792792800000,1792879200000,1792969200000]
-- p2 = 7
-- p3 = "2026-10-22"
-- p4 = "2026-10-26"
-- p5 = 1792706400000
-- p6 = 1793055600000
-- p7 = "signed in"
