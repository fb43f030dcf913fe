-- select lag(event, 2) over (partition by distinct_id order by timestamp desc nulls last), rank() over (order by timestamp rows between 1 preceding and 1 following) from events
SELECT
  lag(toNullable(`s1`.`c0`), 2) OVER (PARTITION BY `s1`.`c1` ORDER BY `s1`.`c2` DESC NULLS LAST) AS `0`,
  toFloat64(rank() OVER (ORDER BY `s1`.`c2` ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)) AS `1`
FROM (
  SELECT
    CAST(event, 'String') AS `c0`,
    distinct_id AS `c1`,
    toTimeZone(ts, {p0:String}) AS `c2`
  FROM `events`
  WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date})
) AS `s1`
-- p0 = "Europe/Berlin"
-- p1 = 7
-- p2 = "1970-01-01"
-- p3 = "2148-12-31"
