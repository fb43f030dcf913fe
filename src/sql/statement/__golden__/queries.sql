-- select (select max(timestamp) from events), (select [1, 2] limit 1) from events where person_id in (select id from persons where is_identified) and person_id not in cohort 2
SELECT
  (
    SELECT
      max(toNullable(`s2`.`c0`)) AS `0`
    FROM (
      SELECT
        toTimeZone(ts, {p0:String}) AS `c0`
      FROM `events`
      WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date})
    ) AS `s2`
  ) AS `0`,
  (
    SELECT any(`0`)
    FROM (
      SELECT
        [{p4:Float64}, {p5:Float64}] AS `0`
      LIMIT {p6:Int64}
    )
  ) AS `1`
FROM (
  SELECT
    1 AS nothing
  FROM `events`
  WHERE (project_id = {p7:UInt32}) AND (day >= {p8:Date}) AND (day <= {p9:Date}) AND (ifNull(person IN (
    SELECT
      `s3`.`c0` AS `0`
    FROM (
      SELECT
        person AS `c0`
      FROM `persons` FINAL
      WHERE (project_id = {p10:UInt32}) AND (toUInt8(is_identified))
    ) AS `s3`
  ), false)) AND (NOT ifNull(person IN (
    SELECT person
    FROM `persons` FINAL
    WHERE (project_id = {p11:UInt32}) AND (person IN (
      SELECT person
      FROM `cohort_person` FINAL
      WHERE project_id = {p12:UInt32} AND cohort_id = {p13:UInt32}
    ))
  ), false))
) AS `s1`
-- p0 = "Europe/Berlin"
-- p1 = 7
-- p2 = "1970-01-01"
-- p3 = "2148-12-31"
-- p4 = 1
-- p5 = 2
-- p6 = 1
-- p7 = 7
-- p8 = "1970-01-01"
-- p9 = "2148-12-31"
-- p10 = 7
-- p11 = 7
-- p12 = 7
-- p13 = 2
