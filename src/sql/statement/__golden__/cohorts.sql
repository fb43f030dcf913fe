-- select c.name, count() from cohorts c join cohort_people p on p.cohort_id = c.id where c.is_static group by c.name
SELECT
  `s1`.`c0` AS `0`,
  toFloat64(count()) AS `1`
FROM (
  SELECT
    cohort.2 AS `c0`,
    toFloat64(cohort.1) AS `c1`
  FROM (
    SELECT arrayJoin(arrayZip(
      {p0:Array(Int64)},
      {p1:Array(String)},
      {p2:Array(Int64)},
      {p3:Array(Int64)}
    )) AS cohort
  )
  WHERE toUInt8(cohort.3)
) AS `s1`
INNER JOIN (
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
      WHERE (project_id = {p4:UInt32}) AND (person IN (
        SELECT person
        FROM `cohort_person` FINAL
        WHERE project_id = {p5:UInt32} AND cohort_id = {p6:UInt32}
      ))
    )
    UNION ALL
    SELECT
      toFloat64(2) AS cohort_id,
      person
    FROM (
      SELECT person
      FROM `persons` FINAL
      WHERE (project_id = {p7:UInt32}) AND (person IN (
        SELECT person
        FROM `cohort_person` FINAL
        WHERE project_id = {p8:UInt32} AND cohort_id = {p9:UInt32}
      ))
    )
  )
  WHERE true
) AS `s2` ON `s2`.`c0` = `s1`.`c1`
GROUP BY `s1`.`c0`
-- p0 = [1,2]
-- p1 = ["Cohort 1","Cohort 2"]
-- p2 = [1,1]
-- p3 = [1795176030000,1795176030000]
-- p4 = 7
-- p5 = 7
-- p6 = 1
-- p7 = 7
-- p8 = 7
-- p9 = 2
