SELECT
  count() AS total,
  groupArraySorted(101)(actor) AS actors
FROM (
  SELECT DISTINCT ifNull(properties.`$session_id`, '') AS actor FROM events WHERE project_id = 7
)
WHERE positionCaseInsensitiveUTF8(actor, {p0:String}) > 0
-- p0 = "a \"b\""
