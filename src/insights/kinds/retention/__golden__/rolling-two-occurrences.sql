-- actors of each cohort by the value that counts them
SELECT
  cohort,
  value,
  sum(actors) AS actors
FROM (
  -- actors with the same intervals, in each of their cohorts
  SELECT
    arrayJoin(targets) AS cohort,
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
        [toUInt16(start_place)] AS targets,
        arrayFilter((place, events) -> events >= 2, arrayReduce('sumMap', arrayMap(place -> [toUInt16(place)], windows), arrayMap(place -> [toUInt64(1)], windows)).1, arrayReduce('sumMap', arrayMap(place -> [toUInt16(place)], windows), arrayMap(place -> [toUInt64(1)], windows)).2) AS returns
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
    GROUP BY
      targets,
      returns
  )
)
ARRAY JOIN arrayConcat([0], arrayMap(place -> place - cohort, arrayFilter(place -> place > cohort, returns))) AS value
GROUP BY
  cohort,
  value
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
