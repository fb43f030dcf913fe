SELECT
  actor,
  arrayMap(value -> has(counted, value), range(3)) AS appearances
FROM (
  -- the values that count each actor of the cohort
  SELECT
    actor,
    bitPositionsToArray(bitOr(bitShiftRight(returns, 1), 1)) AS counted
  FROM (
    -- the cohort of an actor is the interval of its first target event
    SELECT
      actor,
      assumeNotNull(first) AS start_ms,
      indexOf({p0:Array(Int64)}, roundDown(assumeNotNull(first), {p1:Array(Int64)})) - 1 AS start_place,
      arrayFilter(place -> place < 4, arrayMap(at -> start_place + intDiv(at - start_ms, 86400000), arrayFilter(at -> at >= start_ms, instants))) AS windows,
      bitShiftLeft(toUInt32(1), start_place) AS targets,
      arrayReduce('groupBitOr', arrayMap(place -> bitShiftLeft(toUInt32(1), place), windows)) AS returns
    FROM (
      SELECT
        person AS actor,
        minIf(toUnixTimestamp64Milli(ts), event = {p2:String}) AS first,
        groupArrayIf(toUnixTimestamp64Milli(ts), event = {p3:String}) AS instants
      FROM `events`
      WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND ((event = {p7:String}) OR (event = {p8:String}))
      GROUP BY actor
    )
    WHERE first >= {p9:Int64}
  )
  WHERE bitTest(targets, 1)
)
WHERE has(counted, 2)
-- p0 = [1794873600000,1794960000000,1795046400000,1795132800000]
-- p1 = [1794873600000,1794960000000,1795046400000,1795132800000]
-- p2 = "signed in"
-- p3 = "paid"
-- p4 = 7
-- p5 = "2026-11-17"
-- p6 = "2026-11-20"
-- p7 = "signed in"
-- p8 = "paid"
-- p9 = 1794873600000
