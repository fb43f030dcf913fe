-- actors of each cohort by the value that counts them, and the sum of their numbers
SELECT
  cohort,
  entry.1 AS value,
  count() AS actors,
  ifNotFinite(sum(entry.2), 0) AS total
FROM (
  -- each actor in each of its cohorts
  SELECT
    arrayJoin(targets) AS cohort,
    sums
  FROM (
    SELECT
      person AS actor,
      arraySort(groupUniqArray(toUInt16(toUInt16(day) - 20774))) AS targets,
      targets AS returns,
      sumMapIf([toUInt16(toUInt16(day) - 20774)], [ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL), 0)], [toUInt64(1)], event = {p0:String}) AS sums
    FROM `events`
    WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event = {p4:String})
    GROUP BY actor
  )
)
ARRAY JOIN arrayConcat([(toUInt32(0), arraySum((place, sum) -> if(place = cohort, sum, 0), sums.1, sums.2))], arrayMap(entry -> (toUInt32(entry.1 - cohort), entry.2), arrayFilter(entry -> entry.1 > cohort, arrayZip(sums.1, sums.2)))) AS entry
GROUP BY
  cohort,
  value
-- p0 = "signed in"
-- p1 = 7
-- p2 = "2026-11-17"
-- p3 = "2026-11-20"
-- p4 = "signed in"
