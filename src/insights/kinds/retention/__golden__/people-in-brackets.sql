SELECT
  actor,
  arrayMap(value -> has(counted, value), range(3)) AS appearances
FROM (
  -- the values that count each actor of the cohort
  SELECT
    actor,
    arrayDistinct(arrayMap(distance -> arrayElement({p0:Array(UInt32)}, distance + 1), arrayFilter(distance -> distance < 4, bitPositionsToArray(bitOr(bitShiftRight(returns, 0), 1))))) AS counted
  FROM (
    SELECT
      person AS actor,
      groupBitOrIf(bitShiftLeft(toUInt32(1), toUInt16(day) - 20774), event = {p1:String}) AS targets,
      groupBitOrIf(bitShiftLeft(toUInt32(1), toUInt16(day) - 20774), event = {p2:String}) AS returns
    FROM `events`
    WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND ((event = {p6:String}) OR (event = {p7:String}))
    GROUP BY actor
  )
  WHERE bitTest(targets, 0)
)
WHERE has(counted, 1)
-- p0 = [0,1,1,2]
-- p1 = "signed in"
-- p2 = "paid"
-- p3 = 7
-- p4 = "2026-11-17"
-- p5 = "2026-11-20"
-- p6 = "signed in"
-- p7 = "paid"
