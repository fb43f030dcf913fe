-- series 0, period 0
SELECT
  * EXCEPT (`place`),
  place = 0 AS is_other,
  [arrayElement({p0:Array(String)}, place), arrayElement({p1:Array(String)}, place)] AS values
FROM (
  SELECT
    0 AS period,
    0 AS series,
    toUInt32(transform((toUInt32(transform(ifNull(properties.`$browser`, ''), {p2:Array(String)}, {p3:Array(UInt32)}, 0)) * 2 + toUInt32(transform(multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*'))), {p4:Array(String)}, {p5:Array(UInt32)}, 0))), {p6:Array(UInt32)}, {p7:Array(UInt32)}, 0)) AS `place`,
    ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p8:UInt32}) AND (day >= {p9:Date}) AND (day <= {p10:Date}) AND (event = {p11:String})
  GROUP BY `place`
)
UNION ALL
-- series 1, period 0
SELECT
  * EXCEPT (`place`),
  place = 0 AS is_other,
  [arrayElement({p12:Array(String)}, place), arrayElement({p13:Array(String)}, place)] AS values
FROM (
  SELECT
    0 AS period,
    1 AS series,
    toUInt32(transform((toUInt32(transform(ifNull(properties.`$browser`, ''), {p14:Array(String)}, {p15:Array(UInt32)}, 0)) * 2 + toUInt32(transform(multiIf(ifNull(properties.`$current_url`, '') = '', '', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*')) = '', '/', trim(TRAILING '/' FROM extract(ifNull(properties.`$current_url`, ''), '^[^?#]*'))), {p16:Array(String)}, {p17:Array(UInt32)}, 0))), {p18:Array(UInt32)}, {p19:Array(UInt32)}, 0)) AS `place`,
    ifNotFinite(toFloat64(ifNull(sum(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL)), 0)), 0) AS value
  FROM `events`
  WHERE (project_id = {p20:UInt32}) AND (day >= {p21:Date}) AND (day <= {p22:Date}) AND (event = {p23:String})
  GROUP BY `place`
)
-- p0 = [""]
-- p1 = [""]
-- p2 = [""]
-- p3 = [1]
-- p4 = [""]
-- p5 = [1]
-- p6 = [3]
-- p7 = [1]
-- p8 = 7
-- p9 = "2026-11-18"
-- p10 = "2026-11-20"
-- p11 = "paid"
-- p12 = [""]
-- p13 = [""]
-- p14 = [""]
-- p15 = [1]
-- p16 = [""]
-- p17 = [1]
-- p18 = [3]
-- p19 = [1]
-- p20 = 7
-- p21 = "2026-11-18"
-- p22 = "2026-11-20"
-- p23 = "paid"
