SELECT
  count() AS total,
  groupArraySortedIf(11)(actor, actor > {p0:UInt32}) AS actors
FROM (
  SELECT actor FROM people
)
WHERE true
-- p0 = 17
