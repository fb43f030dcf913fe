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
        first_row AS row_place,
        bitShiftLeft(toUInt64(1), indexOf({p0:Array(Int64)}, roundDown(assumeNotNull(first), {p1:Array(Int64)})) - 1) AS targets,
        returns
      FROM (
        SELECT
          person AS actor,
          minOrNullIf(toUnixTimestamp64Milli(ts), event = {p2:String}) AS first,
          argMinIf(toUInt32(transform(ifNull(properties.`$browser`, ''), {p3:Array(String)}, {p4:Array(UInt32)}, 0)), (toUnixTimestamp64Milli(ts), [ifNull(properties.`$browser`, '')]), event = {p5:String}) AS first_row,
          groupBitOrIf(bitShiftLeft(toUInt64(1), greatest(toUInt16(day) - 20774, 0)), (event = {p6:String}) AND ((day >= {p7:Date}) AND (day <= {p8:Date}))) AS returns
        FROM `events`
        WHERE (project_id = {p9:UInt32}) AND (day >= {p10:Date}) AND (day <= {p11:Date}) AND ((event = {p12:String}) OR ((event = {p13:String}) AND ((day >= {p14:Date}) AND (day <= {p15:Date}))))
        GROUP BY actor
      )
      WHERE first >= {p16:Int64}
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
-- p2 = "signed in"
-- p3 = ["","Chrome"]
-- p4 = [1,2]
-- p5 = "signed in"
-- p6 = "paid"
-- p7 = "2026-11-17"
-- p8 = "2026-11-20"
-- p9 = 7
-- p10 = "1970-01-01"
-- p11 = "2026-11-20"
-- p12 = "signed in"
-- p13 = "paid"
-- p14 = "2026-11-17"
-- p15 = "2026-11-20"
-- p16 = 1794873600000
