-- actors of each cohort by the value that counts them
SELECT
  row_place,
  cohort,
  value,
  sum(actors) AS actors
FROM (
  -- actors with the same intervals, in each of their cohorts
  SELECT
    row_place,
    arrayJoin(bitPositionsToArray(targets)) AS cohort,
    returns,
    actors
  FROM (
    SELECT
      row_place,
      targets,
      returns,
      count() AS actors
    FROM (
      -- the cohort of an actor is the interval of its first target event
      SELECT
        actor,
        row_place AS row_place,
        assumeNotNull(first) AS start_ms,
        indexOf({p0:Array(Int64)}, roundDown(assumeNotNull(first), {p1:Array(Int64)})) - 1 AS start_place,
        arrayFilter(place -> place < 4, arrayMap(at -> start_place + intDiv(at - start_ms, 86400000), arrayFilter(at -> at >= start_ms, instants))) AS windows,
        bitShiftLeft(toUInt32(1), start_place) AS targets,
        arrayReduce('groupBitOr', arrayMap(place -> bitShiftLeft(toUInt32(1), place), windows)) AS returns
      FROM (
        SELECT
          toUInt32(bitShiftRight(actor_and_row, 32)) AS actor,
          toUInt32(actor_and_row) AS row_place,
          first,
          instants
        FROM (
          SELECT
            bitOr(bitShiftLeft(toUInt64(person), 32), toUInt32(transform(ifNull(properties.`$browser`, ''), {p2:Array(String)}, {p3:Array(UInt32)}, 0))) AS actor_and_row,
            minIf(toUnixTimestamp64Milli(ts), event = {p4:String}) AS first,
            groupArrayIf(toUnixTimestamp64Milli(ts), event = {p5:String}) AS instants
          FROM `events`
          WHERE (project_id = {p6:UInt32}) AND (day >= {p7:Date}) AND (day <= {p8:Date}) AND ((event = {p9:String}) OR (event = {p10:String}))
          GROUP BY actor_and_row
        )
      )
      WHERE first >= {p11:Int64}
    )
    GROUP BY
      row_place,
      targets,
      returns
  )
)
ARRAY JOIN bitPositionsToArray(bitOr(bitShiftRight(returns, cohort), 1)) AS value
GROUP BY
  row_place,
  cohort,
  value
-- p0 = [1794873600000,1794960000000,1795046400000,1795132800000]
-- p1 = [1794873600000,1794960000000,1795046400000,1795132800000]
-- p2 = ["","Chrome"]
-- p3 = [1,2]
-- p4 = "signed in"
-- p5 = "paid"
-- p6 = 7
-- p7 = "2026-11-17"
-- p8 = "2026-11-20"
-- p9 = "signed in"
-- p10 = "paid"
-- p11 = 1794873600000
