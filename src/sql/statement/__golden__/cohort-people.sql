-- select cohort_id, count() from cohort_people group by cohort_id
SELECT
  `s1`.`c0` AS `0`,
  toFloat64(count()) AS `1`
FROM (
  SELECT
    cohort_id AS `c0`
  FROM (
    SELECT
      toFloat64(0) AS cohort_id,
      toUInt32(0) AS person
    WHERE false
    UNION ALL
    SELECT
      toFloat64(1) AS cohort_id,
      person
    FROM (
      SELECT person
      FROM `persons` FINAL
      WHERE (project_id = {p0:UInt32}) AND (person IN (
        SELECT person
        FROM `cohort_person` FINAL
        WHERE project_id = {p1:UInt32} AND cohort_id = {p2:UInt32}
      ))
    )
    UNION ALL
    SELECT
      toFloat64(2) AS cohort_id,
      person
    FROM (
      SELECT person
      FROM `persons` FINAL
      WHERE (project_id = {p3:UInt32}) AND (person IN (
        SELECT person
        FROM `cohort_person` FINAL
        WHERE project_id = {p4:UInt32} AND cohort_id = {p5:UInt32}
      ))
    )
  )
  WHERE true
) AS `s1`
GROUP BY `s1`.`c0`
-- p0 = 7
-- p1 = 7
-- p2 = 1
-- p3 = 7
-- p4 = 7
-- p5 = 2
