-- select event, properties.plan as plan from events where event = 'paid' order by timestamp desc limit 10 offset 5
SELECT
  `s1`.`c0` AS `0`,
  `s1`.`c1` AS `1`
FROM (
  SELECT
    CAST(event, 'String') AS `c0`,
    CAST(properties.`plan`, 'Nullable(String)') AS `c1`,
    toTimeZone(ts, {p0:String}) AS `c2`
  FROM `events`
  WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND ((event = {p4:String}))
) AS `s1`
ORDER BY `s1`.`c2` DESC
LIMIT {p5:Int64}
OFFSET {p6:Int64}
-- p0 = "Europe/Berlin"
-- p1 = 7
-- p2 = "1970-01-01"
-- p3 = "2148-12-31"
-- p4 = "paid"
-- p5 = 10
-- p6 = 5
