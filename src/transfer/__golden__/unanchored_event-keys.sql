SELECT
  project_id,
  toString(uuid) AS id,
  toString(cityHash64(`project_id`, `uuid`, `day`)) AS hash
FROM (SELECT `project_id`, `uuid`, `day` FROM `unanchored_event` GROUP BY `project_id`, `uuid`, `day`)
WHERE (toYYYYMM(day) = 202611) AND (((project_id = {p0:UInt32}) AND (day IN ({p1:Date}, {p2:Date}))) OR ((project_id = {p3:UInt32}) AND (day IN ({p4:Date})))) AND (cityHash64(uuid) % 5 = 2)
-- p0 = 1
-- p1 = "2026-11-20"
-- p2 = "2026-11-21"
-- p3 = 2
-- p4 = "2026-11-20"
