-- select e.event, p.properties.tier from events e left join persons p on e.person_id = p.id and e.timestamp > p.created_at where p.properties.tier = 'gold'
SELECT
  `s1`.`c0` AS `0`,
  `s2`.`c0` AS `1`
FROM (
  SELECT
    CAST(event, 'String') AS `c0`,
    person AS `c1`,
    toTimeZone(ts, {p0:String}) AS `c2`
  FROM `events`
  WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date})
) AS `s1`
LEFT JOIN (
  SELECT
    toNullable(`c0`) AS `c0`,
    toNullable(`c1`) AS `c1`,
    toNullable(`c2`) AS `c2`
  FROM (
    SELECT
      CAST(properties.`tier`, 'Nullable(String)') AS `c0`,
      person AS `c1`,
      toTimeZone(created_at, {p4:String}) AS `c2`
    FROM `persons` FINAL
    WHERE project_id = {p5:UInt32}
  )
) AS `s2` ON (`s1`.`c1` = `s2`.`c1`) AND (ifNull((`s1`.`c2` > `s2`.`c2`), false))
WHERE ifNull((`s2`.`c0` = {p6:String}), false)
-- p0 = "Europe/Berlin"
-- p1 = 7
-- p2 = "1970-01-01"
-- p3 = "2148-12-31"
-- p4 = "Europe/Berlin"
-- p5 = 7
-- p6 = "gold"
