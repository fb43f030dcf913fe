-- series 0, period 0
SELECT
  * EXCEPT (`place`),
  place = 0 AS is_other,
  [arrayElement({p0:Array(String)}, place)] AS values
FROM (
  WITH bitOr(bitShiftLeft(toUInt32(transform(ifNull(`joined_0_0`, ''), {p1:Array(String)}, {p2:Array(UInt32)}, 0)), 16), toUInt16(day)) AS number_and_bucket
  SELECT
    0 AS period,
    0 AS series,
    bitShiftRight(number_and_bucket, 16) AS `place`,
    toInt64(bitAnd(number_and_bucket, 65535)) * 86400000 AS bucket,
    ifNotFinite(toFloat64(ifNull(uniqExact(person), 0)), 0) AS value
  FROM (
    -- the persons of events
    SELECT
      person,
      day,
      toDateTime64(day, 3, 'UTC') AS ts,
      weight
    FROM (
      SELECT
        person,
        day,
        count() AS weight
      FROM `events`
      WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND (event = {p6:String})
      GROUP BY
        person,
        day
    )
  ) AS persons_of_events
  ANY LEFT JOIN (
    SELECT
      subject AS `subject_0`,
      `joined_0_0`
    FROM (
      SELECT
        person AS subject,
        CAST(properties.`plan`, 'Nullable(String)') AS `joined_0_0`
      FROM `persons` FINAL
      WHERE project_id = {p7:UInt32}
    )
  ) AS `joined_0` ON person = `subject_0`
  GROUP BY number_and_bucket
)
UNION ALL
-- series 0, period 1
SELECT
  * EXCEPT (`place`),
  place = 0 AS is_other,
  [arrayElement({p8:Array(String)}, place)] AS values
FROM (
  WITH bitOr(bitShiftLeft(toUInt32(transform(ifNull(`joined_0_0`, ''), {p9:Array(String)}, {p10:Array(UInt32)}, 0)), 16), toUInt16(day)) AS number_and_bucket
  SELECT
    1 AS period,
    0 AS series,
    bitShiftRight(number_and_bucket, 16) AS `place`,
    toInt64(bitAnd(number_and_bucket, 65535)) * 86400000 AS bucket,
    ifNotFinite(toFloat64(ifNull(uniqExact(person), 0)), 0) AS value
  FROM (
    -- the persons of events
    SELECT
      person,
      day,
      toDateTime64(day, 3, 'UTC') AS ts,
      weight
    FROM (
      SELECT
        person,
        day,
        count() AS weight
      FROM `events`
      WHERE (project_id = {p11:UInt32}) AND (day >= {p12:Date}) AND (day <= {p13:Date}) AND (event = {p14:String})
      GROUP BY
        person,
        day
    )
  ) AS persons_of_events
  ANY LEFT JOIN (
    SELECT
      subject AS `subject_0`,
      `joined_0_0`
    FROM (
      SELECT
        person AS subject,
        CAST(properties.`plan`, 'Nullable(String)') AS `joined_0_0`
      FROM `persons` FINAL
      WHERE project_id = {p15:UInt32}
    )
  ) AS `joined_0` ON person = `subject_0`
  GROUP BY number_and_bucket
)
-- p0 = [""]
-- p1 = [""]
-- p2 = [1]
-- p3 = 7
-- p4 = "2026-11-18"
-- p5 = "2026-11-20"
-- p6 = "paid"
-- p7 = 7
-- p8 = [""]
-- p9 = [""]
-- p10 = [1]
-- p11 = 7
-- p12 = "2026-11-15"
-- p13 = "2026-11-17"
-- p14 = "paid"
-- p15 = 7
