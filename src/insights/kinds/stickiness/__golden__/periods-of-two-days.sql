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
  WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (event = {p5:String})
  GROUP BY actor
)
GROUP BY active
-- p0 = [1794787200000,1794873600000,1795046400000]
-- p1 = [1794787200000,1794873600000,1795046400000]
-- p2 = 7
-- p3 = "2026-11-16"
-- p4 = "2026-11-20"
-- p5 = "signed in"
