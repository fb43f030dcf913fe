-- the excluded items that some event is
SELECT DISTINCT if(length(item) > 1 AND endsWith(item, '/'), left(item, -1), item) AS bare
FROM (
  SELECT
    actor,
    ms,
    item
  FROM (
    -- the events of the question, each as an item
    SELECT
      person AS actor,
      toUnixTimestamp64Milli(ts) AS ms,
      if(endsWith(ifNull(properties.`$current_url`, ''), '/') AND length(ifNull(properties.`$current_url`, '')) > 1, left(ifNull(properties.`$current_url`, ''), -1), ifNull(properties.`$current_url`, '')) AS item
    FROM `events`
    WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event IN {p3:Array(String)})
  )
  WHERE item != ''
)
WHERE item IN {p4:Array(String)}
LIMIT 2
-- p0 = 7
-- p1 = "2026-11-13"
-- p2 = "2026-11-20"
-- p3 = ["$pageview"]
-- p4 = ["/docs","/docs/","/docs","/docs/","/"]
