-- select e.event, p.properties.tier from events e join persons p on e.person_id = p.id where e.event = 'paid' and p.properties.tier = 'gold'
SELECT
  `s1`.`c0` AS `0`,
  `s2`.`c0` AS `1`
FROM (
  SELECT
    CAST(event, 'String') AS `c0`,
    person AS `c1`
  FROM `events`
  WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND ((event = {p3:String}))
) AS `s1`
INNER JOIN (
  SELECT
    CAST(properties.`tier`, 'Nullable(String)') AS `c0`,
    person AS `c1`
  FROM `persons` FINAL
  WHERE (project_id = {p4:UInt32}) AND (ifNull((CAST(properties.`tier`, 'Nullable(String)') = {p5:String}), false))
) AS `s2` ON `s1`.`c1` = `s2`.`c1`
-- p0 = 7
-- p1 = "1970-01-01"
-- p2 = "2148-12-31"
-- p3 = "paid"
-- p4 = 7
-- p5 = "gold"
