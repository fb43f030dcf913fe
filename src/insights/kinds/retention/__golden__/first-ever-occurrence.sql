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
        bitShiftLeft(toUInt32(1), indexOf({p0:Array(Int64)}, roundDown(assumeNotNull(first), {p1:Array(Int64)})) - 1) AS targets,
        returns
      FROM (
        SELECT
          person AS actor,
          minIf(toUnixTimestamp64Milli(ts), ((event = {p2:String}) AND (ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p3:Array(String)}, false))) AND (ifNull(CAST(properties.`size`, 'Nullable(String)') IN {p4:Array(String)}, false))) AS first,
          minIf(toUnixTimestamp64Milli(ts), event = {p5:String}) AS first_of_all,
          groupBitOrIf(bitShiftLeft(toUInt32(1), greatest(toUInt16(day) - 20774, 0)), (event = {p6:String}) AND (ifNull(CAST(properties.`size`, 'Nullable(String)') IN {p7:Array(String)}, false)) AND ((day >= {p8:Date}) AND (day <= {p9:Date}))) AS returns
        FROM `events`
        WHERE (project_id = {p10:UInt32}) AND (day >= {p11:Date}) AND (day <= {p12:Date}) AND ((event = {p13:String}) OR ((event = {p14:String}) AND (ifNull(CAST(properties.`size`, 'Nullable(String)') IN {p15:Array(String)}, false)) AND ((day >= {p16:Date}) AND (day <= {p17:Date}))))
        GROUP BY actor
      )
      WHERE first >= {p18:Int64}
        AND assumeNotNull(first) = first_of_all
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
-- p3 = ["pro"]
-- p4 = ["5"]
-- p5 = "signed in"
-- p6 = "paid"
-- p7 = ["5"]
-- p8 = "2026-11-17"
-- p9 = "2026-11-20"
-- p10 = 7
-- p11 = "1970-01-01"
-- p12 = "2026-11-20"
-- p13 = "signed in"
-- p14 = "paid"
-- p15 = ["5"]
-- p16 = "2026-11-17"
-- p17 = "2026-11-20"
-- p18 = 1794873600000
