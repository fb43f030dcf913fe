-- series 0, period 0
SELECT
  * EXCEPT (`place`),
  place = 0 AS is_other,
  [arrayElement({p0:Array(String)}, place)] AS values
FROM (
  SELECT
    0 AS period,
    0 AS series,
    `place`,
    bucket,
    ifNotFinite(toFloat64(ifNull(groupBitmapMerge(state), 0)), 0) AS value
  FROM (
    SELECT
      toUInt32(transform(ifNull(properties.`$browser`, ''), {p1:Array(String)}, {p2:Array(UInt32)}, 0)) AS `place`,
      roundDown(toUnixTimestamp64Milli(ts), {p3:Array(Int64)}) AS slot,
      groupBitmapState(person) AS state
    FROM `events`
    WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND (event = {p7:String}) AND (arrayExists(
      (from_ms, to_ms) -> toUnixTimestamp64Milli(ts) >= from_ms AND toUnixTimestamp64Milli(ts) < to_ms,
      {p8:Array(Int64)},
      {p9:Array(Int64)}
    ))
    GROUP BY
      `place`,
      slot
  )
  ARRAY JOIN arrayFilter(
    (start, from_ms, to_ms) -> slot >= from_ms AND slot < to_ms,
    {p10:Array(Int64)},
    {p11:Array(Int64)},
    {p12:Array(Int64)}
  ) AS bucket
  GROUP BY
    `place`,
    bucket
)
-- p0 = [""]
-- p1 = [""]
-- p2 = [1]
-- p3 = [1792886400000,1793491200000,1794614400000,1795219200000]
-- p4 = 7
-- p5 = "2026-10-25"
-- p6 = "2026-11-20"
-- p7 = "paid"
-- p8 = [1792886400000,1794614400000]
-- p9 = [1793491200000,1795219200000]
-- p10 = [1790812800000,1793491200000]
-- p11 = [1792886400000,1794614400000]
-- p12 = [1793491200000,1795219200000]
