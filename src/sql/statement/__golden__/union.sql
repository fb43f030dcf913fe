-- select event, 1 from events limit 1 union all select key, null from groups order by 1 limit 2
(
  SELECT
    `s1`.`c0` AS `0`,
    {p0:Float64} AS `1`
  FROM (
    SELECT
      CAST(event, 'String') AS `c0`
    FROM `events`
    WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date})
  ) AS `s1`
  LIMIT {p4:Int64}
)
UNION ALL
(
  SELECT
    `s2`.`c0` AS `0`,
    CAST(NULL, 'Nullable(Float64)') AS `1`
  FROM (
    SELECT
      group_key AS `c0`
    FROM `groups` FINAL
    WHERE project_id = {p5:UInt32}
  ) AS `s2`
  ORDER BY `s2`.`c0`
  LIMIT {p6:Int64}
)
-- p0 = 1
-- p1 = 7
-- p2 = "1970-01-01"
-- p3 = "2148-12-31"
-- p4 = 1
-- p5 = 7
-- p6 = 2
