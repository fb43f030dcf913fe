-- select person.properties.tier, group_0.properties.size, session.$session_duration, person_id from events
SELECT
  `s1`.`c0` AS `0`,
  `s1`.`c1` AS `1`,
  ifNotFinite(toFloat64OrNull(replaceAll(`s1`.`c2`, ' ', '')), NULL) AS `2`,
  `s1`.`c3` AS `3`
FROM (
  SELECT
    `joined_0_0` AS `c0`,
    `joined_1_0` AS `c1`,
    `joined_2_0` AS `c2`,
    person AS `c3`
  FROM `events`
  ANY LEFT JOIN (
    SELECT
      subject AS `subject_0`,
      `joined_0_0`
    FROM (
      SELECT
        person AS subject,
        CAST(properties.`tier`, 'Nullable(String)') AS `joined_0_0`
      FROM `persons` FINAL
      WHERE project_id = {p0:UInt32}
    )
  ) AS `joined_0` ON person = `subject_0`
  ANY LEFT JOIN (
    SELECT
      subject AS `subject_1`,
      `joined_1_0`
    FROM (
      SELECT
        group_key AS subject,
        CAST(properties.`size`, 'Nullable(String)') AS `joined_1_0`
      FROM `groups` FINAL
      WHERE (project_id = {p1:UInt32}) AND (group_type_index = 0)
    )
  ) AS `joined_1` ON `group_0` = `subject_1`
  ANY LEFT JOIN (
    SELECT
      subject AS `subject_2`,
      `joined_2_0`
    FROM (
      SELECT
        session AS subject,
        value AS `joined_2_0`
      FROM (
        SELECT
          ifNull(properties.`$session_id`, '') AS session,
          CAST(toString((toUnixTimestamp64Milli(max(ts)) - toUnixTimestamp64Milli(min(ts))) / 1000), 'Nullable(String)') AS value
        FROM `events`
        WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (session != '')
        GROUP BY session
      )
    )
  ) AS `joined_2` ON ifNull(properties.`$session_id`, '') = `subject_2`
  WHERE (project_id = {p5:UInt32}) AND (day >= {p6:Date}) AND (day <= {p7:Date})
) AS `s1`
-- p0 = 7
-- p1 = 7
-- p2 = 7
-- p3 = "1970-01-01"
-- p4 = "2148-12-31"
-- p5 = 7
-- p6 = "1970-01-01"
-- p7 = "2148-12-31"
