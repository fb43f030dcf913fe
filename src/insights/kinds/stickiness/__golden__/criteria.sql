-- series 0 in period 0: actors by their number of active intervals
SELECT
  0 AS period,
  0 AS series,
  active,
  count() AS actors
FROM (
  -- intervals with as many events as the criteria ask for
  SELECT
    actor,
    count() AS active
  FROM (
    SELECT
      person AS actor,
      toInt64(toUInt16(day)) * 86400000 AS bucket
    FROM `events`
    WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String})
    GROUP BY
      actor,
      bucket
    HAVING count() >= 2
  )
  GROUP BY actor
)
GROUP BY active
-- p0 = 7
-- p1 = "2026-11-17"
-- p2 = "2026-11-20"
-- p3 = "signed in"
