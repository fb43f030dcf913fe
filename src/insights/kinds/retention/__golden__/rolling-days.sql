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
          dictGetOrDefault({p2:String}, 'root', toUInt64(person), person) AS actor,
          minIf(toUnixTimestamp64Milli(ts), event = {p3:String}) AS first,
          groupArrayIf(toUnixTimestamp64Milli(ts), event = {p4:String}) AS instants
        FROM `events`
        WHERE (project_id = {p5:UInt32}) AND (day >= {p6:Date}) AND (day <= {p7:Date}) AND ((event = {p8:String}) OR (event = {p9:String}))
        GROUP BY actor
      )
      WHERE first >= {p10:Int64}
    )
    GROUP BY
      targets,
      returns
  )
)
ARRAY JOIN range(arrayMax(bitPositionsToArray(bitOr(bitShiftRight(returns, cohort), 1))) + 1) AS value
GROUP BY
  cohort,
  value
-- p0 = [1794873600000,1794960000000,1795046400000,1795132800000]
-- p1 = [1794873600000,1794960000000,1795046400000,1795132800000]
-- p2 = "person_root_7"
-- p3 = "signed in"
-- p4 = "paid"
-- p5 = 7
-- p6 = "2026-11-17"
-- p7 = "2026-11-20"
-- p8 = "signed in"
-- p9 = "paid"
-- p10 = 1794873600000
