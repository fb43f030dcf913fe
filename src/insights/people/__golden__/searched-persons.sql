SELECT
  count() AS total,
  groupArraySorted(101)(actor) AS actors
FROM (
  SELECT DISTINCT person AS actor FROM events WHERE project_id = 7
)
WHERE (actor IN (
  SELECT person
  FROM `persons` FINAL
  WHERE (project_id = {p0:UInt32}) AND ((positionCaseInsensitiveUTF8(properties_raw, {p1:String}) > 0 AND arrayExists(
      part -> NOT endsWith(part, '":') AND positionCaseInsensitiveUTF8(multiIf(part = 'null', '', startsWith(part, '"'), JSONExtractString(part), part), {p2:String}) > 0,
      extractAll(properties_raw, {p3:String})
    )))
)) OR (actor IN {p4:Array(UInt32)})
-- p0 = 7
-- p1 = "a \\\"b\\\""
-- p2 = "a \"b\""
-- p3 = "\"(?:[^\"\\\\]|\\\\.)*\":?|[^\"\\[\\]{},:]+"
-- p4 = [3]
