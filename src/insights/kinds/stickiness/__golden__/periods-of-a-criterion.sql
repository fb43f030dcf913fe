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
      roundDown(toUnixTimestamp64Milli(ts), {p0:Array(Int64)}) AS bucket
    FROM `events`
    WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event = {p4:String})
    GROUP BY
      actor,
      bucket
    HAVING count() >= 2
  )
  GROUP BY actor
)
GROUP BY active
-- p0 = [1794873600000,1794960000000]
-- p1 = 7
-- p2 = "2026-11-17"
-- p3 = "2026-11-20"
-- p4 = "signed in"
