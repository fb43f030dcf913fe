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
      SELECT
        person AS actor,
        groupBitOrIf(bitShiftLeft(toUInt64(1), intDiv(toUnixTimestamp64Milli(ts) - {p0:Int64}, 86400000)), event = {p1:String}) AS targets,
        groupBitOrIf(bitShiftLeft(toUInt64(1), intDiv(toUnixTimestamp64Milli(ts) - {p2:Int64}, 86400000)), event = {p3:String}) AS returns
      FROM `events`
      WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND (ts >= fromUnixTimestamp64Milli({p7:Int64})) AND (ts < fromUnixTimestamp64Milli({p8:Int64})) AND (event = {p9:String})
      GROUP BY actor
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
-- p0 = 1794870000000
-- p1 = "signed in"
-- p2 = 1794870000000
-- p3 = "signed in"
-- p4 = 7
-- p5 = "2026-11-16"
-- p6 = "2026-11-20"
-- p7 = 1794870000000
-- p8 = 1795215600000
-- p9 = "signed in"
