-- the texts of these items
SELECT
  id,
  item
FROM (
  SELECT
    sipHash64(item) AS id,
    item
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
        multiIf(event = '$pageview', if(endsWith(CAST(ifNull(properties.`$current_url`, ''), 'String'), '/') AND length(CAST(ifNull(properties.`$current_url`, ''), 'String')) > 1, left(CAST(ifNull(properties.`$current_url`, ''), 'String'), -1), CAST(ifNull(properties.`$current_url`, ''), 'String')), CAST(event, 'String')) AS item
      FROM `events`
      WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event IN {p3:Array(String)})
    )
    WHERE item != ''
  )
  UNION ALL
  SELECT
    sipHash64(item) AS id,
    {p4:String} AS item
)
WHERE id IN {p5:Array(UInt64)}
LIMIT 1 BY id
LIMIT 0
-- p0 = 7
-- p1 = "2026-11-13"
-- p2 = "2026-11-20"
-- p3 = ["$pageview"]
-- p4 = "..."
-- p5 = []
