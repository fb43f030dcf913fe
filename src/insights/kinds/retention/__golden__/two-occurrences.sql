-- actors of each cohort by the value that counts them
SELECT
  cohort,
  value,
  sum(actors) AS actors
FROM (
  -- actors with the same intervals, in each of their cohorts
  SELECT
    arrayJoin(targets) AS cohort,
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
        arraySort(groupUniqArrayIf(toUInt16(toUInt16(day) - 20774), event = {p0:String})) AS targets,
        arrayFilter((place, events) -> events >= 2, sumMapIf([toUInt16(toUInt16(day) - 20774)], [toUInt64(1)], event = {p1:String}).1, sumMapIf([toUInt16(toUInt16(day) - 20774)], [toUInt64(1)], event = {p2:String}).2) AS returns
      FROM `events`
      WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND ((event = {p6:String}) OR (event = {p7:String}))
      GROUP BY actor
    )
    GROUP BY
      targets,
      returns
  )
)
ARRAY JOIN arrayConcat([0], arrayMap(place -> place - cohort, arrayFilter(place -> place > cohort, returns))) AS value
GROUP BY
  cohort,
  value
-- p0 = "signed in"
-- p1 = "paid"
-- p2 = "paid"
-- p3 = 7
-- p4 = "2026-11-17"
-- p5 = "2026-11-20"
-- p6 = "signed in"
-- p7 = "paid"
