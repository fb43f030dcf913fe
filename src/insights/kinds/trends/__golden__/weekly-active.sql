-- series 0, period 0
SELECT
  0 AS period,
  0 AS series,
  bucket,
  ifNotFinite(toFloat64(ifNull(groupBitmapMerge(state), 0)), 0) AS value
FROM (
  SELECT
    toInt64(toUInt16(day)) * 86400000 AS slot,
    groupBitmapState(person) AS state
  FROM `events`
  WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String})
  GROUP BY day
)
ARRAY JOIN arrayFilter(
  (start, from_ms, to_ms) -> slot >= from_ms AND slot < to_ms,
  {p4:Array(Int64)},
  {p5:Array(Int64)},
  {p6:Array(Int64)}
) AS bucket
GROUP BY bucket
-- p0 = 7
-- p1 = "2026-11-12"
-- p2 = "2026-11-20"
-- p3 = "paid"
-- p4 = [1794960000000,1795046400000,1795132800000]
-- p5 = [1794441600000,1794528000000,1794614400000]
-- p6 = [1795046400000,1795132800000,1795219200000]
