SELECT
  0 AS decider,
  [`value_0`, `value_1`] AS values
FROM (
  -- the largest rows of the breakdown
  SELECT `value_0`, `value_1`
  FROM (
    SELECT
      ifNull(properties.`$browser`, '') AS `value_0`,
      multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*'))) AS `value_1`,
      ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
    FROM `events`
    WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String})
    GROUP BY
      `value_0`,
      `value_1`
    UNION ALL
    SELECT
      ifNull(properties.`$browser`, '') AS `value_0`,
      multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*'))) AS `value_1`,
      ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
    FROM `events`
    WHERE (project_id = {p4:UInt32}) AND (day >= {p5:Date}) AND (day <= {p6:Date}) AND (event = {p7:String})
    GROUP BY
      `value_0`,
      `value_1`
  )
  WHERE NOT ((`value_0` = '') AND (`value_1` = ''))
  GROUP BY `value_0`, `value_1`
  ORDER BY
    sum(value) DESC,
    `value_0`, `value_1`
  LIMIT 25
);
-- series 0, period 0
SELECT
  * EXCEPT (`value_0`, `value_1`),
  [`value_0`, `value_1`] AS values
FROM (
  SELECT
    0 AS period,
    0 AS series,
    (NOT ((ifNull(properties.`$browser`, '') = '') AND (multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*'))) = '')) AND (ifNull(properties.`$browser`, ''), multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')))) NOT IN (SELECT tupleElement(row, 1), tupleElement(row, 2) FROM (SELECT arrayJoin(arrayZip({p8:Array(String)}, {p9:Array(String)})) AS row))) AS `is_other`,
    if(is_other, '', ifNull(properties.`$browser`, '')) AS `value_0`,
    if(is_other, '', multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')))) AS `value_1`,
    ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p10:UInt32}) AND (day >= {p11:Date}) AND (day <= {p12:Date}) AND (event = {p13:String})
  GROUP BY
    `is_other`,
    `value_0`,
    `value_1`
)
UNION ALL
-- series 1, period 0
SELECT
  * EXCEPT (`value_0`, `value_1`),
  [`value_0`, `value_1`] AS values
FROM (
  SELECT
    0 AS period,
    1 AS series,
    (NOT ((ifNull(properties.`$browser`, '') = '') AND (multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*'))) = '')) AND (ifNull(properties.`$browser`, ''), multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')))) NOT IN (SELECT tupleElement(row, 1), tupleElement(row, 2) FROM (SELECT arrayJoin(arrayZip({p14:Array(String)}, {p15:Array(String)})) AS row))) AS `is_other`,
    if(is_other, '', ifNull(properties.`$browser`, '')) AS `value_0`,
    if(is_other, '', multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')))) AS `value_1`,
    ifNotFinite(toFloat64(ifNull(sum(if(isFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', ''))), toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p16:UInt32}) AND (day >= {p17:Date}) AND (day <= {p18:Date}) AND (event = {p19:String})
  GROUP BY
    `is_other`,
    `value_0`,
    `value_1`
)
-- p0 = 7
-- p1 = "2026-11-18"
-- p2 = "2026-11-20"
-- p3 = "paid"
-- p4 = 7
-- p5 = "2026-11-18"
-- p6 = "2026-11-20"
-- p7 = "paid"
-- p8 = []
-- p9 = []
-- p10 = 7
-- p11 = "2026-11-18"
-- p12 = "2026-11-20"
-- p13 = "paid"
-- p14 = []
-- p15 = []
-- p16 = 7
-- p17 = "2026-11-18"
-- p18 = "2026-11-20"
-- p19 = "paid"
