-- series 0, period 0
SELECT
  * EXCEPT (`value_0`, `value_1`),
  [`value_0`, `value_1`] AS values
FROM (
  SELECT
    0 AS period,
    0 AS series,
    (NOT ((ifNull(properties.`$browser`, '') = '') AND (multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*'))) = '')) AND (ifNull(properties.`$browser`, ''), multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')))) NOT IN (SELECT tupleElement(row, 1), tupleElement(row, 2) FROM (SELECT arrayJoin(arrayZip({p0:Array(String)}, {p1:Array(String)})) AS row))) AS `is_other`,
    if(is_other, '', ifNull(properties.`$browser`, '')) AS `value_0`,
    if(is_other, '', multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')))) AS `value_1`,
    ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (event = {p5:String})
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
    (NOT ((ifNull(properties.`$browser`, '') = '') AND (multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*'))) = '')) AND (ifNull(properties.`$browser`, ''), multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')))) NOT IN (SELECT tupleElement(row, 1), tupleElement(row, 2) FROM (SELECT arrayJoin(arrayZip({p6:Array(String)}, {p7:Array(String)})) AS row))) AS `is_other`,
    if(is_other, '', ifNull(properties.`$browser`, '')) AS `value_0`,
    if(is_other, '', multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')))) AS `value_1`,
    ifNotFinite(toFloat64(ifNull(sum(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p8:UInt32}) AND (day >= {p9:Date}) AND (day <= {p10:Date}) AND (event = {p11:String})
  GROUP BY
    `is_other`,
    `value_0`,
    `value_1`
)
-- p0 = [""]
-- p1 = [""]
-- p2 = 7
-- p3 = "2026-11-18"
-- p4 = "2026-11-20"
-- p5 = "paid"
-- p6 = [""]
-- p7 = [""]
-- p8 = 7
-- p9 = "2026-11-18"
-- p10 = "2026-11-20"
-- p11 = "paid"
