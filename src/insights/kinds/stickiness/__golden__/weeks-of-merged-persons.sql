-- series 0 in period 0: actors by their number of active intervals
SELECT
  0 AS period,
  0 AS series,
  active,
  count() AS actors
FROM (
  SELECT
    dictGetOrDefault({p0:String}, 'root', toUInt64(person), person) AS actor,
    bitCount(groupBitOr(bitShiftLeft(toUInt64(1), intDiv(toUnixTimestamp64Milli(ts) - {p1:Int64}, 604800000)))) AS active
  FROM `events`
  WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (event = {p5:String})
  GROUP BY actor
)
GROUP BY active
-- p0 = "person_root_7"
-- p1 = 1793491200000
-- p2 = 7
-- p3 = "2026-11-01"
-- p4 = "2026-11-20"
-- p5 = "signed in"
