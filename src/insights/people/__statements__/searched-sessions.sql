SELECT
  count() AS total,
  groupArraySorted(101)(actor) AS actors
FROM (
  SELECT actor FROM people
)
WHERE positionCaseInsensitiveUTF8(actor, {p0:String}) > 0
-- p0 = "a \"b\""
