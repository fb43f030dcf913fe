-- select count() from events where {filters} and event = 'paid' having count() > 1
SELECT
  toFloat64(count()) AS `0`
FROM (
  SELECT
    1 AS nothing
  FROM `events`
  WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND ((event = {p3:String}))
) AS `s1`
HAVING (toFloat64(count()) >= 0) AND ((toFloat64(count()) > {p4:Float64}))
-- p0 = 7
-- p1 = "2026-11-13"
-- p2 = "2026-11-20"
-- p3 = "paid"
-- p4 = 1
