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
        bitShiftLeft(toUInt64(1), indexOf({p0:Array(Int64)}, roundDown(assumeNotNull(first), {p1:Array(Int64)})) - 1) AS targets,
        returns
      FROM (
        SELECT
          person AS actor,
          minOrNullIf(toUnixTimestamp64Milli(ts), event = {p2:String}) AS first,
          groupBitOrIf(bitShiftLeft(toUInt64(1), greatest(toUInt16(day) - 20774, 0)), (event = {p3:String}) AND (ts >= fromUnixTimestamp64Milli({p4:Int64}))) AS returns
        FROM `events`
        WHERE (project_id = {p5:UInt32}) AND (day >= {p6:Date}) AND (day <= {p7:Date}) AND ((event = {p8:String}) OR ((event = {p9:String}) AND (ts >= fromUnixTimestamp64Milli({p10:Int64})))) AND (ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p11:Array(String)}, false))
        GROUP BY actor
      )
      WHERE first >= {p12:Int64}
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
-- p4 = 1794873600000
-- p5 = 7
-- p6 = "1970-01-01"
-- p7 = "2026-11-20"
-- p8 = "signed in"
-- p9 = "paid"
-- p10 = 1794873600000
-- p11 = ["pro"]
-- p12 = 1794873600000
