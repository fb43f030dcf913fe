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
        arrayFilter(place -> place < 4, arrayMap(at -> start_place + intDiv(at - start_ms, 604800000), arrayFilter(at -> at >= start_ms, instants))) AS windows,
        bitShiftLeft(toUInt32(1), start_place) AS targets,
        arrayReduce('groupBitOr', arrayMap(place -> bitShiftLeft(toUInt32(1), place), windows)) AS returns
      FROM (
        SELECT
          `group_2` AS actor,
          minIf(toUnixTimestamp64Milli(ts), event = {p2:String}) AS first,
          groupArrayIf(toUnixTimestamp64Milli(ts), event = {p3:String}) AS instants
        FROM `events`
        WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND ((event = {p7:String}) OR (event = {p8:String})) AND (notEmpty(`group_2`))
        GROUP BY actor
      )
      WHERE first >= {p9:Int64}
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
-- p0 = [1792886400000,1793491200000,1794096000000,1794700800000]
-- p1 = [1792886400000,1793491200000,1794096000000,1794700800000]
-- p2 = "signed in"
-- p3 = "paid"
-- p4 = 7
-- p5 = "2026-10-25"
-- p6 = "2026-11-21"
-- p7 = "signed in"
-- p8 = "paid"
-- p9 = 1792886400000
