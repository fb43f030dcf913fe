SELECT
  project_id,
  toString(uuid) AS id,
  formatRowNoNewline('TabSeparated', `project_id`, `event`, `day`, `ts`, `person`, `distinct_id`, `uuid`, `group_0`, `group_1`, `group_2`, `group_3`, `group_4`, `inserted_at`) AS line,
  `properties_raw` AS text
FROM `events`
WHERE (toYYYYMM(day) = 202611) AND (((project_id = {p0:UInt32}) AND (day IN ({p1:Date}, {p2:Date}))) OR ((project_id = {p3:UInt32}) AND (day IN ({p4:Date}))))
-- p0 = 1
-- p1 = "2026-11-20"
-- p2 = "2026-11-21"
-- p3 = 2
-- p4 = "2026-11-20"
