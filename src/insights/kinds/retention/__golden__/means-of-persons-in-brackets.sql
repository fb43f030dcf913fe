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
      dictGetOrDefault({p0:String}, 'root', toUInt64(person), person) AS actor,
      arraySort(groupUniqArrayIf(toUInt16(toUInt16(day) - 20774), event = {p1:String})) AS targets,
      arraySort(groupUniqArrayIf(toUInt16(toUInt16(day) - 20774), event = {p2:String})) AS returns,
      sumMapIf([toUInt16(toUInt16(day) - 20774)], [ifNull(ifNotFinite(toFloat64OrNull(replaceAll(`joined_0_0`, ' ', '')), NULL), 0)], [toUInt64(1)], event = {p3:String}) AS sums,
      groupArrayIf((toUInt16(toUInt16(day) - 20774), toUnixTimestamp64Milli(ts), ifNull(ifNotFinite(toFloat64OrNull(replaceAll(`joined_0_0`, ' ', '')), NULL), 0)), event = {p4:String}) AS returned,
      minMapIf([toUInt16(toUInt16(day) - 20774)], [toUnixTimestamp64Milli(ts)], event = {p5:String}) AS first_targets
    FROM `events`
    ANY LEFT JOIN (
      SELECT
        subject AS `subject_0`,
        `joined_0_0`
      FROM (
        SELECT
          person AS subject,
          CAST(properties.`age`, 'Nullable(String)') AS `joined_0_0`
        FROM `persons` FINAL
        WHERE project_id = {p6:UInt32}
      )
    ) AS `joined_0` ON dictGetOrDefault({p7:String}, 'root', toUInt64(person), person) = `subject_0`
    WHERE (project_id = {p8:UInt32}) AND (day >= {p9:Date}) AND (day <= {p10:Date}) AND ((event = {p11:String}) OR (event = {p12:String}))
    GROUP BY actor
  )
)
ARRAY JOIN arrayConcat([(toUInt32(0), arraySum(one -> if(one.1 = cohort AND one.2 > arrayElement(first_targets.2, indexOf(first_targets.1, cohort)), one.3, 0), returned))], arrayZip(arrayReduce('sumMap', arrayMap(entry -> [arrayElement({p13:Array(UInt32)}, entry.1 - cohort + 1)], arrayFilter(entry -> entry.1 - cohort < 4, arrayFilter(entry -> entry.1 > cohort, arrayZip(sums.1, sums.2)))), arrayMap(entry -> [entry.2], arrayFilter(entry -> entry.1 - cohort < 4, arrayFilter(entry -> entry.1 > cohort, arrayZip(sums.1, sums.2)))), arrayMap(entry -> [toUInt64(1)], arrayFilter(entry -> entry.1 - cohort < 4, arrayFilter(entry -> entry.1 > cohort, arrayZip(sums.1, sums.2))))).1, arrayReduce('sumMap', arrayMap(entry -> [arrayElement({p14:Array(UInt32)}, entry.1 - cohort + 1)], arrayFilter(entry -> entry.1 - cohort < 4, arrayFilter(entry -> entry.1 > cohort, arrayZip(sums.1, sums.2)))), arrayMap(entry -> [entry.2], arrayFilter(entry -> entry.1 - cohort < 4, arrayFilter(entry -> entry.1 > cohort, arrayZip(sums.1, sums.2)))), arrayMap(entry -> [toUInt64(1)], arrayFilter(entry -> entry.1 - cohort < 4, arrayFilter(entry -> entry.1 > cohort, arrayZip(sums.1, sums.2))))).2)) AS entry
GROUP BY
  cohort,
  value
-- p0 = "person_root_7"
-- p1 = "signed in"
-- p2 = "paid"
-- p3 = "paid"
-- p4 = "paid"
-- p5 = "signed in"
-- p6 = 7
-- p7 = "person_root_7"
-- p8 = 7
-- p9 = "2026-11-17"
-- p10 = "2026-11-20"
-- p11 = "signed in"
-- p12 = "paid"
-- p13 = [0,1,2,2]
-- p14 = [0,1,2,2]
