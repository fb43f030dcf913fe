SELECT
  0 AS decider,
  0 AS property,
  min(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS least,
  max(if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)) AS greatest
FROM `events`
WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String});
-- series 0, period 0
SELECT
  * EXCEPT (`value_0`),
  [`value_0`] AS values
FROM (
  SELECT
    0 AS period,
    0 AS series,
    arrayMap(
      (n, bounds) -> if(isNull(n), '', concat(
        '[',
        toString(round(bounds.1 + if(((bounds.2 - bounds.1) / 4) = 0, 0, least(floor((n - bounds.1) / ((bounds.2 - bounds.1) / 4)), 3)) * ((bounds.2 - bounds.1) / 4), 2)),
        ',',
        toString(round(if(((bounds.2 - bounds.1) / 4) = 0 OR if(((bounds.2 - bounds.1) / 4) = 0, 0, least(floor((n - bounds.1) / ((bounds.2 - bounds.1) / 4)), 3)) = 3, bounds.2 + 0.01, bounds.1 + (if(((bounds.2 - bounds.1) / 4) = 0, 0, least(floor((n - bounds.1) / ((bounds.2 - bounds.1) / 4)), 3)) + 1) * ((bounds.2 - bounds.1) / 4)), 2)),
        ']'
      )),
      [if(isFinite(toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', ''))), toFloat64OrNull(replaceAll(ifNull(CAST(properties.`amount`, 'Nullable(String)'), ''), ' ', '')), NULL)],
      [(0., 0.)]
    )[1] AS `value_0`,
    toInt64(toUInt16(day)) * 86400000 AS bucket,
    ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND (event = {p7:String})
  GROUP BY
    day,
    `value_0`
)
-- p0 = 7
-- p1 = "2026-11-18"
-- p2 = "2026-11-20"
-- p3 = "paid"
-- p4 = 7
-- p5 = "2026-11-18"
-- p6 = "2026-11-20"
-- p7 = "paid"
