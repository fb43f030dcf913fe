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
    -- the cohort of an actor is the interval of its first target event
    SELECT
      actor,
      [toUInt16(assumeNotNull(first) - 20774)] AS targets,
      returns,
      sums,
      returned,
      first_targets
    FROM (
      SELECT
        person AS actor,
        minIf(toUInt16(day), event = {p0:String}) AS first,
        arraySort(groupUniqArrayIf(toUInt16(greatest(toUInt16(day) - 20774, 0)), (event = {p1:String}) AND ((day >= {p2:Date}) AND (day <= {p3:Date})))) AS returns,
        sumMapIf([toUInt16(greatest(toUInt16(day) - 20774, 0))], [ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL), 0)], [toUInt64(1)], (event = {p4:String}) AND ((day >= {p5:Date}) AND (day <= {p6:Date}))) AS sums,
        groupArrayIf((toUInt16(greatest(toUInt16(day) - 20774, 0)), toUnixTimestamp64Milli(ts), ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL), 0)), (event = {p7:String}) AND ((day >= {p8:Date}) AND (day <= {p9:Date}))) AS returned,
        minMapIf([toUInt16(greatest(toUInt16(day) - 20774, 0))], [toUnixTimestamp64Milli(ts)], event = {p10:String}) AS first_targets
      FROM `events`
      WHERE (project_id = {p11:UInt32}) AND (day >= {p12:Date}) AND (day <= {p13:Date}) AND ((event = {p14:String}) OR ((event = {p15:String}) AND ((day >= {p16:Date}) AND (day <= {p17:Date}))))
      GROUP BY actor
    )
    WHERE first >= 20774
  )
)
ARRAY JOIN arrayConcat([(toUInt32(0), arraySum(one -> if(one.1 = cohort AND one.2 > arrayElement(first_targets.2, indexOf(first_targets.1, cohort)), one.3, 0), returned))], arrayMap(entry -> (toUInt32(entry.1 - cohort), entry.2), arrayFilter(entry -> entry.1 > cohort, arrayZip(sums.1, sums.2)))) AS entry
GROUP BY
  cohort,
  value
-- p0 = "signed in"
-- p1 = "paid"
-- p2 = "2026-11-17"
-- p3 = "2026-11-20"
-- p4 = "paid"
-- p5 = "2026-11-17"
-- p6 = "2026-11-20"
-- p7 = "paid"
-- p8 = "2026-11-17"
-- p9 = "2026-11-20"
-- p10 = "signed in"
-- p11 = 7
-- p12 = "1970-01-01"
-- p13 = "2026-11-20"
-- p14 = "signed in"
-- p15 = "paid"
-- p16 = "2026-11-17"
-- p17 = "2026-11-20"
