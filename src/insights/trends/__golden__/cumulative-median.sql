-- series 0, period 0
SELECT
  0 AS period,
  0 AS series,
  bucket,
  ifNotFinite(toFloat64(ifNull(quantileExactInclusiveMerge(0.5)(state), 0)), 0) AS value
FROM (
  SELECT
    roundDown(toUnixTimestamp64Milli(ts), {p0:Array(Int64)}) AS slot,
    quantileExactInclusiveState(0.5)(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)) AS state
  FROM `events`
  WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event = {p4:String})
  GROUP BY slot
)
ARRAY JOIN arrayFilter(
  (start, from_ms, to_ms) -> slot >= from_ms AND slot < to_ms,
  {p5:Array(Int64)},
  {p6:Array(Int64)},
  {p7:Array(Int64)}
) AS bucket
GROUP BY bucket
-- p0 = [1794960000000,1795046400000,1795132800000,1795219200000]
-- p1 = 7
-- p2 = "2026-11-18"
-- p3 = "2026-11-20"
-- p4 = "paid"
-- p5 = [1794960000000,1795046400000,1795132800000]
-- p6 = [1794960000000,1794960000000,1794960000000]
-- p7 = [1795046400000,1795132800000,1795219200000]
