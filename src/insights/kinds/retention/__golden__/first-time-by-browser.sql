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
        toUInt32(bitAnd(assumeNotNull(first) + 2, 1023)) AS row_place,
        bitShiftLeft(toUInt32(1), indexOf({p0:Array(Int64)}, roundDown(intDiv(assumeNotNull(first), 1024), {p1:Array(Int64)})) - 1) AS targets,
        returns
      FROM (
        SELECT
          person AS actor,
          minIf(toUnixTimestamp64Milli(ts) * 1024 + bitAnd(toUInt32(transform(ifNull(properties.`$browser`, ''), {p2:Array(String)}, {p3:Array(UInt32)}, 0)) + 1022, 1023), event = {p4:String}) AS first,
          groupBitOrIf(bitShiftLeft(toUInt32(1), greatest(toUInt16(day) - 20774, 0)), (event = {p5:String}) AND ((day >= {p6:Date}) AND (day <= {p7:Date}))) AS returns
        FROM `events`
        WHERE (project_id = {p8:UInt32}) AND (day >= {p9:Date}) AND (day <= {p10:Date}) AND ((event = {p11:String}) OR ((event = {p12:String}) AND ((day >= {p13:Date}) AND (day <= {p14:Date}))))
        GROUP BY actor
      )
      WHERE first >= {p15:Int64} * 1024
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
-- p6 = "2026-11-17"
-- p7 = "2026-11-20"
-- p8 = 7
-- p9 = "1970-01-01"
-- p10 = "2026-11-20"
-- p11 = "signed in"
-- p12 = "paid"
-- p13 = "2026-11-17"
-- p14 = "2026-11-20"
-- p15 = 1794873600000
