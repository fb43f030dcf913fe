SELECT actor
FROM (
  SELECT
    person AS actor,
    bitCount(groupBitOr(bitShiftLeft(toUInt64(1), toUInt16(day) - 20774))) AS active
  FROM `events`
  WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String})
  GROUP BY actor
)
WHERE active = 2
-- p0 = 7
-- p1 = "2026-11-17"
-- p2 = "2026-11-20"
-- p3 = "signed in"
