SELECT
  0 AS decider,
  [min(ifNotFinite(toFloat64OrNull(replaceAll(toString(properties.`amount`), ' ', '')), NULL))] AS least,
  [max(ifNotFinite(toFloat64OrNull(replaceAll(toString(properties.`amount`), ' ', '')), NULL))] AS greatest
FROM `events`
WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String})
-- p0 = 7
-- p1 = "2026-11-18"
-- p2 = "2026-11-20"
-- p3 = "paid"
