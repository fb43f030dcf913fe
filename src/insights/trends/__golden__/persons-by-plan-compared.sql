SELECT
  0 AS decider,
  [`value_0`] AS values
FROM (
  -- the largest rows of the breakdown
  SELECT `value_0`
  FROM (
    SELECT
      ifNull(`joined_0_0`, '') AS `value_0`,
      ifNotFinite(toFloat64(ifNull(count(), 0)), 0) AS value
    FROM `events`
    ANY LEFT JOIN (
      SELECT
        subject AS `subject_0`,
        `joined_0_0`
      FROM (
        SELECT
          person AS subject,
          CAST(properties.`plan`, 'Nullable(String)') AS `joined_0_0`
        FROM `persons` FINAL
        WHERE project_id = {p0:UInt32}
      )
    ) AS `joined_0` ON person = `subject_0`
    WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event = {p4:String})
    GROUP BY `value_0`
  )
  WHERE NOT (`value_0` = '')
  GROUP BY `value_0`
  ORDER BY
    sum(value) DESC,
    `value_0`
  LIMIT 25
);
-- series 0, period 0
SELECT
  * EXCEPT (`value_0`),
  [`value_0`] AS values
FROM (
  SELECT
    0 AS period,
    0 AS series,
    (NOT (ifNull(`joined_0_0`, '') = '') AND ifNull(`joined_0_0`, '') NOT IN {p5:Array(String)}) AS `is_other`,
    if(is_other, '', ifNull(`joined_0_0`, '')) AS `value_0`,
    toInt64(toUInt16(day)) * 86400000 AS bucket,
    ifNotFinite(toFloat64(ifNull(groupBitmap(person), 0)), 0) AS value
  FROM `events`
  ANY LEFT JOIN (
    SELECT
      subject AS `subject_0`,
      `joined_0_0`
    FROM (
      SELECT
        person AS subject,
        CAST(properties.`plan`, 'Nullable(String)') AS `joined_0_0`
      FROM `persons` FINAL
      WHERE project_id = {p6:UInt32}
    )
  ) AS `joined_0` ON person = `subject_0`
  WHERE (project_id = {p7:UInt32}) AND (day >= {p8:Date}) AND (day <= {p9:Date}) AND (event = {p10:String})
  GROUP BY
    day,
    `is_other`,
    `value_0`
)
UNION ALL
-- series 0, period 1
SELECT
  * EXCEPT (`value_0`),
  [`value_0`] AS values
FROM (
  SELECT
    1 AS period,
    0 AS series,
    (NOT (ifNull(`joined_0_0`, '') = '') AND ifNull(`joined_0_0`, '') NOT IN {p11:Array(String)}) AS `is_other`,
    if(is_other, '', ifNull(`joined_0_0`, '')) AS `value_0`,
    toInt64(toUInt16(day)) * 86400000 AS bucket,
    ifNotFinite(toFloat64(ifNull(groupBitmap(person), 0)), 0) AS value
  FROM `events`
  ANY LEFT JOIN (
    SELECT
      subject AS `subject_0`,
      `joined_0_0`
    FROM (
      SELECT
        person AS subject,
        CAST(properties.`plan`, 'Nullable(String)') AS `joined_0_0`
      FROM `persons` FINAL
      WHERE project_id = {p12:UInt32}
    )
  ) AS `joined_0` ON person = `subject_0`
  WHERE (project_id = {p13:UInt32}) AND (day >= {p14:Date}) AND (day <= {p15:Date}) AND (event = {p16:String})
  GROUP BY
    day,
    `is_other`,
    `value_0`
)
-- p0 = 7
-- p1 = 7
-- p2 = "2026-11-18"
-- p3 = "2026-11-20"
-- p4 = "paid"
-- p5 = []
-- p6 = 7
-- p7 = 7
-- p8 = "2026-11-18"
-- p9 = "2026-11-20"
-- p10 = "paid"
-- p11 = []
-- p12 = 7
-- p13 = 7
-- p14 = "2026-11-15"
-- p15 = "2026-11-17"
-- p16 = "paid"
