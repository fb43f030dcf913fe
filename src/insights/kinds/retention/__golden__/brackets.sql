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
        groupBitOrIf(bitShiftLeft(toUInt32(1), toUInt16(day) - 20774), event = {p0:String}) AS targets,
        groupBitOrIf(bitShiftLeft(toUInt32(1), toUInt16(day) - 20774), event = {p1:String}) AS returns
      FROM `events`
      WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND ((event = {p5:String}) OR (event = {p6:String}))
      GROUP BY actor
    )
    GROUP BY
      targets,
      returns
  )
)
ARRAY JOIN arrayDistinct(arrayMap(distance -> arrayElement({p7:Array(UInt32)}, distance + 1), arrayFilter(distance -> distance < 4, bitPositionsToArray(bitOr(bitShiftRight(returns, cohort), 1))))) AS value
GROUP BY
  cohort,
  value
-- p0 = "signed in"
-- p1 = "paid"
-- p2 = 7
-- p3 = "2026-11-17"
-- p4 = "2026-11-20"
-- p5 = "signed in"
-- p6 = "paid"
-- p7 = [0,1,2,2]
