SELECT
  actor,
  arrayMap(value -> has(counted, value), range(3)) AS appearances
FROM (
  -- the values that count each actor of the cohort
  SELECT
    actor,
    bitPositionsToArray(bitOr(bitShiftRight(returns, 1), 1)) AS counted
  FROM (
    SELECT
      person AS actor,
      groupBitOrIf(bitShiftLeft(toUInt32(1), toUInt16(day) - 20774), event = {p0:String}) AS targets,
      groupBitOrIf(bitShiftLeft(toUInt32(1), toUInt16(day) - 20774), event = {p1:String}) AS returns
    FROM `events`
    WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND ((event = {p5:String}) OR (event = {p6:String}))
    GROUP BY actor
  )
  WHERE bitTest(targets, 1)
)
WHERE has(counted, 2)
-- p0 = "signed in"
-- p1 = "paid"
-- p2 = 7
-- p3 = "2026-11-17"
-- p4 = "2026-11-20"
-- p5 = "signed in"
-- p6 = "paid"
