-- series 0 in period 0: actors by their number of active intervals
SELECT
  0 AS period,
  0 AS series,
  active,
  count() AS actors
FROM (
  SELECT
    person AS actor,
    bitCount(groupBitOr(bitShiftLeft(toUInt64(1), intDiv(toUnixTimestamp64Milli(ts) - {p0:Int64}, 3600000)))) AS active
  FROM `events`
  WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (ts >= fromUnixTimestamp64Milli({p4:Int64})) AND (ts < fromUnixTimestamp64Milli({p5:Int64})) AND (event = {p6:String})
  GROUP BY actor
)
GROUP BY active
UNION ALL
-- series 0 in period 1: actors by their number of active intervals
SELECT
  1 AS period,
  0 AS series,
  active,
  count() AS actors
FROM (
  SELECT
    person AS actor,
    bitCount(groupBitOr(bitShiftLeft(toUInt64(1), intDiv(toUnixTimestamp64Milli(ts) - {p7:Int64}, 3600000)))) AS active
  FROM `events`
  WHERE (project_id = {p8:UInt32}) AND (day >= {p9:Date}) AND (day <= {p10:Date}) AND (ts >= fromUnixTimestamp64Milli({p11:Int64})) AND (ts < fromUnixTimestamp64Milli({p12:Int64})) AND (event = {p13:String})
  GROUP BY actor
)
GROUP BY active
-- p0 = 1795165200000
-- p1 = 7
-- p2 = "2026-11-20"
-- p3 = "2026-11-20"
-- p4 = 1795165200000
-- p5 = 1795179600000
-- p6 = "signed in"
-- p7 = 1795078800000
-- p8 = 7
-- p9 = "2026-11-19"
-- p10 = "2026-11-19"
-- p11 = 1795078800000
-- p12 = 1795093200000
-- p13 = "signed in"
