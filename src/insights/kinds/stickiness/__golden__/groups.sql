-- series 0 in period 0: actors by their number of active intervals
SELECT
  0 AS period,
  0 AS series,
  active,
  count() AS actors
FROM (
  SELECT
    `group_2` AS actor,
    bitCount(groupBitOr(bitShiftLeft(toUInt64(1), toUInt16(day) - 20774))) AS active
  FROM `events`
  WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event = {p3:String}) AND (notEmpty(`group_2`))
  GROUP BY actor
)
GROUP BY active
-- p0 = 7
-- p1 = "2026-11-17"
-- p2 = "2026-11-20"
-- p3 = "signed in"
