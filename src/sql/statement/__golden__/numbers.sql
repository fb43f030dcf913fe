-- select properties.n, max(properties.n) from events where properties.n > properties.m group by 1 order by 1 desc
SELECT
  max(toNullable(`s1`.`c0`)) AS `0`,
  max(ifNotFinite(toFloat64OrNull(replaceAll(`s1`.`c1`, ' ', '')), NULL)) AS `1`
FROM (
  SELECT
    nullIf(JSONExtractRaw(properties_raw, {p0:String}), '') AS `c0`,
    CAST(properties.`n`, 'Nullable(String)') AS `c1`
  FROM `events`
  WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (ifNull((ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`n`, 'Nullable(String)'), ' ', '')), NULL) > ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`m`, 'Nullable(String)'), ' ', '')), NULL)), false))
) AS `s1`
GROUP BY `s1`.`c1`
ORDER BY ifNotFinite(toFloat64OrNull(replaceAll(`s1`.`c1`, ' ', '')), NULL) DESC
-- p0 = "n"
-- p1 = 7
-- p2 = "1970-01-01"
-- p3 = "2148-12-31"
