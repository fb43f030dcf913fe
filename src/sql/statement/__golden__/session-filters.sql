-- select session_id, person.properties.tier from sessions where {filters} and person.created_at > '2026-11-01'
SELECT
  `s1`.`c0` AS `0`,
  `s1`.`c1` AS `1`
FROM (
  SELECT
    session AS `c0`,
    `person text tier` AS `c1`
  FROM (
    SELECT
      ifNull(properties.`$session_id`, '') AS session,
      argMin(person, ts) AS `of person_id`,
      toTimeZone(min(ts), {p0:String}) AS `of $start_timestamp`
    FROM `events`
    WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (session != '') AND ((day >= {p4:Date}) AND (day <= {p5:Date}))
    GROUP BY session
  ) AS found_sessions
  ANY LEFT JOIN (
    SELECT
      person AS joined_person,
      CAST(properties.`tier`, 'Nullable(String)') AS `person text tier`,
      toNullable(created_at) AS `person person.created_at`
    FROM `persons` FINAL
    WHERE project_id = {p6:UInt32}
  ) AS joined_persons ON `of person_id` = joined_person
  WHERE (ifNull((toTimeZone(`person person.created_at`, {p7:String}) > fromUnixTimestamp64Milli({p8:Int64}, {p9:String})), false)) AND (toUnixTimestamp64Milli(`of $start_timestamp`) >= {p10:Int64}) AND (toUnixTimestamp64Milli(`of $start_timestamp`) < {p11:Int64})
) AS `s1`
-- p0 = "Europe/Berlin"
-- p1 = 7
-- p2 = "1970-01-01"
-- p3 = "2148-12-31"
-- p4 = "2026-11-12"
-- p5 = "2026-11-21"
-- p6 = 7
-- p7 = "Europe/Berlin"
-- p8 = 1793487600000
-- p9 = "Europe/Berlin"
-- p10 = 1794528000000
-- p11 = 1795219200000
