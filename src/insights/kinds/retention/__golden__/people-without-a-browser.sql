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
      toUInt32(bitShiftRight(actor_and_row, 32)) AS actor,
      toUInt32(actor_and_row) AS row_place,
      targets,
      returns
    FROM (
      SELECT
        bitOr(bitShiftLeft(toUInt64(person), 32), toUInt32(transform(ifNull(properties.`$browser`, ''), {p0:Array(String)}, {p1:Array(UInt32)}, 0))) AS actor_and_row,
        groupBitOrIf(bitShiftLeft(toUInt32(1), toUInt16(day) - 20774), event = {p2:String}) AS targets,
        groupBitOrIf(bitShiftLeft(toUInt32(1), toUInt16(day) - 20774), event = {p3:String}) AS returns
      FROM `events`
      WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND ((event = {p7:String}) OR (event = {p8:String}))
      GROUP BY actor_and_row
    )
  )
  WHERE (bitTest(targets, 1)) AND (row_place = 1)
)
WHERE has(counted, 2)
-- p0 = [""]
-- p1 = [1]
-- p2 = "signed in"
-- p3 = "paid"
-- p4 = 7
-- p5 = "2026-11-17"
-- p6 = "2026-11-20"
-- p7 = "signed in"
-- p8 = "paid"
