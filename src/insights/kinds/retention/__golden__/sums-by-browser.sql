-- actors of each cohort by the value that counts them, and the sum of their numbers
SELECT
  row_place,
  cohort,
  entry.1 AS value,
  count() AS actors,
  ifNotFinite(sum(entry.2), 0) AS total
FROM (
  -- each actor in each of its cohorts
  SELECT
    row_place,
    arrayJoin(targets) AS cohort,
    sums,
    returned,
    first_targets
  FROM (
    SELECT
      toUInt32(bitShiftRight(actor_and_row, 32)) AS actor,
      toUInt32(actor_and_row) AS row_place,
      targets,
      returns,
      sums,
      returned,
      first_targets
    FROM (
      SELECT
        bitOr(bitShiftLeft(toUInt64(person), 32), toUInt32(transform(ifNull(properties.`$browser`, ''), {p0:Array(String)}, {p1:Array(UInt32)}, 0))) AS actor_and_row,
        arraySort(groupUniqArrayIf(toUInt16(toUInt16(day) - 20774), event = {p2:String})) AS targets,
        arraySort(groupUniqArrayIf(toUInt16(toUInt16(day) - 20774), event = {p3:String})) AS returns,
        sumMapIf([toUInt16(toUInt16(day) - 20774)], [ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL), 0)], [toUInt64(1)], event = {p4:String}) AS sums,
        groupArrayIf((toUInt16(toUInt16(day) - 20774), toUnixTimestamp64Milli(ts), ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL), 0)), event = {p5:String}) AS returned,
        minMapIf([toUInt16(toUInt16(day) - 20774)], [toUnixTimestamp64Milli(ts)], event = {p6:String}) AS first_targets
      FROM `events`
      WHERE (project_id = {p7:UInt32}) AND (day >= {p8:Date}) AND (day <= {p9:Date}) AND ((event = {p10:String}) OR (event = {p11:String}))
      GROUP BY actor_and_row
    )
  )
)
ARRAY JOIN arrayConcat([(toUInt32(0), arraySum(one -> if(one.1 = cohort AND one.2 > arrayElement(first_targets.2, indexOf(first_targets.1, cohort)), one.3, 0), returned))], arrayMap(entry -> (toUInt32(entry.1 - cohort), entry.2), arrayFilter(entry -> entry.1 > cohort, arrayZip(sums.1, sums.2)))) AS entry
GROUP BY
  row_place,
  cohort,
  value
-- p0 = ["","Chrome"]
-- p1 = [1,2]
-- p2 = "signed in"
-- p3 = "paid"
-- p4 = "paid"
-- p5 = "paid"
-- p6 = "signed in"
-- p7 = 7
-- p8 = "2026-11-17"
-- p9 = "2026-11-20"
-- p10 = "signed in"
-- p11 = "paid"
