SELECT
  count() AS total,
  groupArraySortedIf(101)(actor, actor > {p0:String}) AS actors
FROM (
  SELECT DISTINCT group_2 AS actor FROM events WHERE project_id = 7
)
WHERE (positionCaseInsensitiveUTF8(actor, {p1:String}) > 0) OR (actor IN (
  SELECT group_key
  FROM `groups` FINAL
  WHERE (project_id = {p2:UInt32}) AND (group_type_index = 2) AND ((positionCaseInsensitiveUTF8(ifNull(CAST(properties.`name`, 'Nullable(String)'), ''), {p3:String}) > 0) OR (positionCaseInsensitiveUTF8(group_key, {p4:String}) > 0))
))
-- p0 = "it's"
-- p1 = "a \"b\""
-- p2 = 7
-- p3 = "a \"b\""
-- p4 = "a \"b\""
