-- series 0, period 0
SELECT
  0 AS period,
  0 AS series,
  roundDown(toUnixTimestamp64Milli(ts), {p0:Array(Int64)}) AS bucket,
  ifNotFinite(toFloat64(ifNull(arrayElement(quantilesExactInclusive(0.25, 0.5, 0.75)(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 2), 0)), 0) AS value,
  [
    ifNotFinite(toFloat64(ifNull(min(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 0)), 0),
    ifNotFinite(toFloat64(ifNull(arrayElement(quantilesExactInclusive(0.25, 0.5, 0.75)(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 1), 0)), 0),
    ifNotFinite(toFloat64(ifNull(arrayElement(quantilesExactInclusive(0.25, 0.5, 0.75)(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 3), 0)), 0),
    ifNotFinite(toFloat64(ifNull(max(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 0)), 0),
    ifNotFinite(toFloat64(ifNull(avg(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 0)), 0),
    ifNotFinite(toFloat64(ifNull(count(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 0)), 0)
  ] AS box
FROM `events`
WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (ts >= fromUnixTimestamp64Milli({p4:Int64})) AND (ts < fromUnixTimestamp64Milli({p5:Int64})) AND (event = {p6:String})
GROUP BY bucket
-- p0 = [1794956400000,1795042800000,1795129200000]
-- p1 = 7
-- p2 = "2026-11-17"
-- p3 = "2026-11-20"
-- p4 = 1794956400000
-- p5 = 1795215600000
-- p6 = "paid"
