SELECT
  count() AS total,
  groupArraySorted(101)(actor) AS actors
FROM (
  SELECT DISTINCT person AS actor FROM events WHERE project_id = 7
)
WHERE (actor IN (
  SELECT person
  FROM `persons` FINAL
  WHERE (project_id = {p0:UInt32}) AND ((positionCaseInsensitiveUTF8(properties_raw, {p1:String}) > 0) OR (positionCaseInsensitiveUTF8(properties_raw, {p2:String}) > 0))
)) OR (actor IN {p3:Array(UInt32)})
-- p0 = 7
-- p1 = "a \"b\""
-- p2 = "a \\\"b\\\""
-- p3 = [3]
