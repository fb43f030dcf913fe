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
        dictGetOrDefault({p0:String}, 'root', toUInt64(person), person) AS actor,
        groupBitOrIf(bitShiftLeft(toUInt32(1), intDiv(toUnixTimestamp64Milli(ts) - {p1:Int64}, 604800000)), event = {p2:String}) AS targets,
        groupBitOrIf(bitShiftLeft(toUInt32(1), intDiv(toUnixTimestamp64Milli(ts) - {p3:Int64}, 604800000)), event = {p4:String}) AS returns
      FROM `events`
      WHERE (project_id = {p5:UInt32}) AND (day >= {p6:Date}) AND (day <= {p7:Date}) AND ((event = {p8:String}) OR (event = {p9:String}))
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
-- p0 = "person_root_7"
-- p1 = 1792886400000
-- p2 = "signed in"
-- p3 = 1792886400000
-- p4 = "paid"
-- p5 = 7
-- p6 = "2026-10-25"
-- p7 = "2026-11-21"
-- p8 = "signed in"
-- p9 = "paid"
