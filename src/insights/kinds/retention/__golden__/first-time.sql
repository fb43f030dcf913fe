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
        bitShiftLeft(toUInt32(1), assumeNotNull(first) - 20774) AS targets,
        returns
      FROM (
        SELECT
          person AS actor,
          minIf(toUInt16(day), event = {p0:String}) AS first,
          groupBitOrIf(bitShiftLeft(toUInt32(1), greatest(toUInt16(day) - 20774, 0)), (event = {p1:String}) AND ((day >= {p2:Date}) AND (day <= {p3:Date}))) AS returns
        FROM `events`
        WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND ((event = {p7:String}) OR ((event = {p8:String}) AND ((day >= {p9:Date}) AND (day <= {p10:Date})))) AND (ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p11:Array(String)}, false))
        GROUP BY actor
      )
      WHERE first >= 20774
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
-- p0 = "signed in"
-- p1 = "paid"
-- p2 = "2026-11-17"
-- p3 = "2026-11-20"
-- p4 = 7
-- p5 = "1970-01-01"
-- p6 = "2026-11-20"
-- p7 = "signed in"
-- p8 = "paid"
-- p9 = "2026-11-17"
-- p10 = "2026-11-20"
-- p11 = ["pro"]
