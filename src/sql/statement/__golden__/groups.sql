-- select toStartOfDay(timestamp) as day, count(), sum(properties.n) from events group by day having count() > 1 order by day
SELECT
  toDateTime64(toStartOfDay(`s1`.`c0`), 3, {p0:String}) AS `0`,
  toFloat64(count()) AS `1`,
  sum(ifNotFinite(toFloat64OrNull(replaceAll(`s1`.`c1`, ' ', '')), NULL)) AS `2`
FROM (
  SELECT
    toTimeZone(ts, {p1:String}) AS `c0`,
    CAST(properties.`n`, 'Nullable(String)') AS `c1`
  FROM `events`
  WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date})
) AS `s1`
GROUP BY toDateTime64(toStartOfDay(`s1`.`c0`), 3, {p5:String})
HAVING (toFloat64(count()) > {p6:Float64})
ORDER BY toDateTime64(toStartOfDay(`s1`.`c0`), 3, {p7:String})
-- p0 = "Europe/Berlin"
-- p1 = "Europe/Berlin"
-- p2 = 7
-- p3 = "1970-01-01"
-- p4 = "2148-12-31"
-- p5 = "Europe/Berlin"
-- p6 = 1
-- p7 = "Europe/Berlin"
