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
    sums,
    returned,
    first_targets
  FROM (
    SELECT
      person AS actor,
      arraySort(groupUniqArrayIf(toUInt16(toUInt16(day) - 20774), event = {p0:String})) AS targets,
      arraySort(groupUniqArrayIf(toUInt16(toUInt16(day) - 20774), event = {p1:String})) AS returns,
      sumMapIf([toUInt16(toUInt16(day) - 20774)], [ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL), 0)], [toUInt64(1)], event = {p2:String}) AS sums,
      groupArrayIf((toUInt16(toUInt16(day) - 20774), toUnixTimestamp64Milli(ts), ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL), 0)), event = {p3:String}) AS returned,
      minMapIf([toUInt16(toUInt16(day) - 20774)], [toUnixTimestamp64Milli(ts)], event = {p4:String}) AS first_targets
    FROM `events`
    WHERE (project_id = {p5:UInt32}) AND (day >= {p6:Date}) AND (day <= {p7:Date}) AND ((event = {p8:String}) OR (event = {p9:String}))
    GROUP BY actor
  )
)
ARRAY JOIN arrayConcat([(toUInt32(0), arraySum(one -> if(one.1 = cohort AND one.2 > arrayElement(first_targets.2, indexOf(first_targets.1, cohort)), one.3, 0), returned))], arrayMap(entry -> (toUInt32(entry.1 - cohort), entry.2), arrayFilter(entry -> entry.1 > cohort, arrayZip(sums.1, sums.2)))) AS entry
GROUP BY
  cohort,
  value
-- p0 = "signed in"
-- p1 = "paid"
-- p2 = "paid"
-- p3 = "paid"
-- p4 = "signed in"
-- p5 = 7
-- p6 = "2026-11-17"
-- p7 = "2026-11-20"
-- p8 = "signed in"
-- p9 = "paid"
