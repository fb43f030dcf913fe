SELECT
  count() AS total,
  groupArraySorted(101)(actor) AS actors
FROM (
  SELECT actor FROM people
)
WHERE true

