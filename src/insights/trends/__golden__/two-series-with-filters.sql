-- series {p0:UInt32}: its events in each bucket
SELECT
  {p1:UInt32} AS series,
  toInt64(toUInt16(day)) * 86400000 AS bucket,
  count() AS value
FROM `events`
WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND ((event = {p5:String}) AND (ifNull(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')) >= {p6:Float64}, false))) AND (((ifNull(properties.`$os` IN {p7:Array(String)}, false)) OR ((CAST(properties.`plan%2Ename`, 'Nullable(String)') IS NOT NULL OR notEmpty(JSONAllPaths(properties.^`plan%2Ename`))))) AND (NOT ifNull(CAST(properties.`email`, 'Nullable(String)') ILIKE {p8:String}, false)))
GROUP BY day
UNION ALL
-- series {p9:UInt32}: its events in each bucket
SELECT
  {p10:UInt32} AS series,
  toInt64(toUInt16(day)) * 86400000 AS bucket,
  uniqExact(person) AS value
FROM `events`
WHERE (project_id = {p11:UInt32}) AND (day >= {p12:Date}) AND (day <= {p13:Date}) AND (event = {p14:String}) AND (((ifNull(properties.`$os` IN {p15:Array(String)}, false)) OR ((CAST(properties.`plan%2Ename`, 'Nullable(String)') IS NOT NULL OR notEmpty(JSONAllPaths(properties.^`plan%2Ename`))))) AND (NOT ifNull(CAST(properties.`email`, 'Nullable(String)') ILIKE {p16:String}, false)))
GROUP BY day
-- p0 = 0
-- p1 = 0
-- p2 = 7
-- p3 = "2026-11-19"
-- p4 = "2026-11-20"
-- p5 = "paid"
-- p6 = 10
-- p7 = ["Mac","iOS"]
-- p8 = "%@example.com%"
-- p9 = 1
-- p10 = 1
-- p11 = 7
-- p12 = "2026-11-19"
-- p13 = "2026-11-20"
-- p14 = "signed up"
-- p15 = ["Mac","iOS"]
-- p16 = "%@example.com%"
