SELECT
  count() AS total,
  groupArraySorted(101)(actor) AS actors
FROM (
  SELECT DISTINCT person AS actor FROM events WHERE project_id = 7
)
WHERE true

