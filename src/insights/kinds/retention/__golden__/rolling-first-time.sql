-- actors of each cohort by the value that counts them
SELECT
  cohort,
  value,
  sum(actors) AS actors
FROM (
  -- actors with the same intervals, in each of their cohorts
  SELECT
    arrayJoin(bitPositionsToArray(targets)) AS cohort,
    returns,
    actors
  FROM (
    SELECT
      targets,
      returns,
      count() AS actors
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
          groupArrayIf(toUnixTimestamp64Milli(ts), (event = {p3:String}) AND ((day >= {p4:Date}) AND (day <= {p5:Date}))) AS instants
        FROM `events`
        WHERE (project_id = {p6:UInt32}) AND (day >= {p7:Date}) AND (day <= {p8:Date}) AND ((event = {p9:String}) OR ((event = {p10:String}) AND ((day >= {p11:Date}) AND (day <= {p12:Date}))))
        GROUP BY actor
      )
      WHERE first >= {p13:Int64}
    )
    GROUP BY
      targets,
      returns
  )
)
ARRAY JOIN bitPositionsToArray(bitOr(bitShiftRight(returns, cohort), 1)) AS value
GROUP BY
  cohort,
  value
-- p0 = [1794873600000,1794960000000,1795046400000,1795132800000]
-- p1 = [1794873600000,1794960000000,1795046400000,1795132800000]
-- p2 = "signed in"
-- p3 = "paid"
-- p4 = "2026-11-17"
-- p5 = "2026-11-20"
-- p6 = 7
-- p7 = "1970-01-01"
-- p8 = "2026-11-20"
-- p9 = "signed in"
-- p10 = "paid"
-- p11 = "2026-11-17"
-- p12 = "2026-11-20"
-- p13 = 1794873600000
