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
        arraySort(groupUniqArrayIf(toUInt16(intDiv(toUnixTimestamp64Milli(ts) - {p0:Int64}, 3600000)), event = {p1:String})) AS targets,
        arraySort(groupUniqArrayIf(toUInt16(intDiv(toUnixTimestamp64Milli(ts) - {p2:Int64}, 3600000)), event = {p3:String})) AS returns
      FROM `events`
      WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND (ts >= fromUnixTimestamp64Milli({p7:Int64})) AND (ts < fromUnixTimestamp64Milli({p8:Int64})) AND ((event = {p9:String}) OR (event = {p10:String}))
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
-- p0 = 1794945600000
-- p1 = "signed in"
-- p2 = 1794945600000
-- p3 = "paid"
-- p4 = 7
-- p5 = "2026-11-17"
-- p6 = "2026-11-20"
-- p7 = 1794945600000
-- p8 = 1795179600000
-- p9 = "signed in"
-- p10 = "paid"
