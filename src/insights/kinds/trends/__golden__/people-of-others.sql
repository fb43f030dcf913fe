-- the actors of one number
SELECT DISTINCT actor
FROM (
  SELECT
    person AS actor,
    toUInt32(transform(ifNull(properties.`$browser`, ''), {p0:Array(String)}, {p1:Array(UInt32)}, 0)) = 0 AS is_in_row
  FROM `events`
  WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (event = {p5:String})
)
WHERE is_in_row
-- p0 = ["","Chrome"]
-- p1 = [1,2]
-- p2 = 7
-- p3 = "2026-11-19"
-- p4 = "2026-11-19"
-- p5 = "paid"
