SELECT
  event,
  ifNull(properties.`$elements_chain`.:String, '') AS chain,
  count() AS count
FROM `events`
WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event IN {p3:Array(String)}) AND (notEmpty(ifNull(properties.`$elements_chain`.:String, '')))
GROUP BY event, chain
ORDER BY count DESC, event, chain
LIMIT 251 OFFSET 250
-- p0 = 7
-- p1 = "2026-11-13"
-- p2 = "2026-11-20"
-- p3 = ["$autocapture","$rageclick"]
