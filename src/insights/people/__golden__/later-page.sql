SELECT
  count() AS total,
  groupArraySortedIf(11)(actor, actor > {p0:UInt32}) AS actors
FROM (
  SELECT DISTINCT person AS actor FROM events WHERE project_id = 7
)
WHERE true
-- p0 = 17
