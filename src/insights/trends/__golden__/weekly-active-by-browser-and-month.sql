-- series 0, period 0
SELECT
  * EXCEPT (`value_0`),
  [`value_0`] AS values
FROM (
  SELECT
    0 AS period,
    0 AS series,
    `is_other`,
    `value_0`,
    bucket,
    ifNotFinite(toFloat64(ifNull(groupBitmapMerge(state), 0)), 0) AS value
  FROM (
    SELECT
      (NOT (ifNull(properties.`$browser`, '') = '') AND ifNull(properties.`$browser`, '') NOT IN {p0:Array(String)}) AS `is_other`,
      if(is_other, '', ifNull(properties.`$browser`, '')) AS `value_0`,
      roundDown(toUnixTimestamp64Milli(ts), {p1:Array(Int64)}) AS slot,
      groupBitmapState(person) AS state
    FROM `events`
    WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (event = {p5:String}) AND (arrayExists(
      (from_ms, to_ms) -> toUnixTimestamp64Milli(ts) >= from_ms AND toUnixTimestamp64Milli(ts) < to_ms,
      {p6:Array(Int64)},
      {p7:Array(Int64)}
    ))
    GROUP BY
      `is_other`,
      `value_0`,
      slot
  )
  ARRAY JOIN arrayFilter(
    (start, from_ms, to_ms) -> slot >= from_ms AND slot < to_ms,
    {p8:Array(Int64)},
    {p9:Array(Int64)},
    {p10:Array(Int64)}
  ) AS bucket
  GROUP BY
    `is_other`,
    `value_0`,
    bucket
)
-- p0 = [""]
-- p1 = [1792886400000,1793491200000,1794614400000,1795219200000]
-- p2 = 7
-- p3 = "2026-10-25"
-- p4 = "2026-11-20"
-- p5 = "paid"
-- p6 = [1792886400000,1794614400000]
-- p7 = [1793491200000,1795219200000]
-- p8 = [1790812800000,1793491200000]
-- p9 = [1792886400000,1794614400000]
-- p10 = [1793491200000,1795219200000]
