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
        groupBitOr(bitShiftLeft(toUInt32(1), intDiv(toUnixTimestamp64Milli(ts) - {p0:Int64}, 86400000))) AS targets,
        targets AS returns
      FROM `events`
      WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (ts >= fromUnixTimestamp64Milli({p4:Int64})) AND (ts < fromUnixTimestamp64Milli({p5:Int64})) AND (event = {p6:String})
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
-- p1 = 7
-- p2 = "2026-11-16"
-- p3 = "2026-11-20"
-- p4 = 1794870000000
-- p5 = 1795215600000
-- p6 = "signed in"
