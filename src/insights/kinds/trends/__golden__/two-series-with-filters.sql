-- series 0, period 0
SELECT
  0 AS period,
  0 AS series,
  toInt64(toUInt16(day)) * 86400000 AS bucket,
  ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
FROM `events`
WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND ((event = {p3:String}) AND (ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL) >= {p4:Float64}, false))) AND (((ifNull(properties.`$os` IN {p5:Array(String)}, false)) OR ((CAST(properties.`plan%2Ename`, 'Nullable(String)') IS NOT NULL OR notEmpty(JSONAllPaths(properties.^`plan%2Ename`))))) AND (NOT ifNull(CAST(properties.`email`, 'Nullable(String)') ILIKE {p6:String}, false)))
GROUP BY day
UNION ALL
-- series 1, period 0
SELECT
  0 AS period,
  1 AS series,
  toInt64(toUInt16(day)) * 86400000 AS bucket,
  ifNotFinite(toFloat64(ifNull(uniqExact(person), 0)), 0) AS value
FROM `events`
WHERE (project_id = {p7:UInt32}) AND (day >= {p8:Date}) AND (day <= {p9:Date}) AND (event = {p10:String}) AND (((ifNull(properties.`$os` IN {p11:Array(String)}, false)) OR ((CAST(properties.`plan%2Ename`, 'Nullable(String)') IS NOT NULL OR notEmpty(JSONAllPaths(properties.^`plan%2Ename`))))) AND (NOT ifNull(CAST(properties.`email`, 'Nullable(String)') ILIKE {p12:String}, false)))
GROUP BY day
-- p0 = 7
-- p1 = "2026-11-19"
-- p2 = "2026-11-20"
-- p3 = "paid"
-- p4 = 10
-- p5 = ["Mac","iOS"]
-- p6 = "%@example.com%"
-- p7 = 7
-- p8 = "2026-11-19"
-- p9 = "2026-11-20"
-- p10 = "signed up"
-- p11 = ["Mac","iOS"]
-- p12 = "%@example.com%"
