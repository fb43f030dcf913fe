-- with a as (select distinct_id, count() as n from events group by distinct_id) select x.n, y.n from a x cross join a y where x.n > y.n
SELECT
  `s1`.`c0` AS `0`,
  `s3`.`c0` AS `1`
FROM (
  SELECT
    `1` AS `c0`
  FROM (
    SELECT
      `s2`.`c0` AS `0`,
      toFloat64(count()) AS `1`
    FROM (
      SELECT
        distinct_id AS `c0`
      FROM `events`
      WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date})
    ) AS `s2`
    GROUP BY `s2`.`c0`
  )
) AS `s1`
CROSS JOIN (
  SELECT
    `1` AS `c0`
  FROM (
    SELECT
      `s4`.`c0` AS `0`,
      toFloat64(count()) AS `1`
    FROM (
      SELECT
        distinct_id AS `c0`
      FROM `events`
      WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date})
    ) AS `s4`
    GROUP BY `s4`.`c0`
  )
) AS `s3`
WHERE ifNull((`s1`.`c0` > `s3`.`c0`), false)
-- p0 = 7
-- p1 = "1970-01-01"
-- p2 = "2148-12-31"
-- p3 = 7
-- p4 = "1970-01-01"
-- p5 = "2148-12-31"
