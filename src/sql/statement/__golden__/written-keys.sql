-- select 'a', 1 from events group by 1, 2
SELECT
  {p0:String} AS `0`,
  {p1:Float64} AS `1`
FROM (
  SELECT
    1 AS nothing
  FROM `events`
  WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date})
) AS `s1`
HAVING count() > 0
-- p0 = "a"
-- p1 = 1
-- p2 = 7
-- p3 = "1970-01-01"
-- p4 = "2148-12-31"
