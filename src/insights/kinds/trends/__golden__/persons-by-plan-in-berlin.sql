-- series 0, period 0
SELECT
  * EXCEPT (`place`),
  place = 0 AS is_other,
  [arrayElement({p0:Array(String)}, place)] AS values
FROM (
  WITH bitOr(bitShiftLeft(roundDown(toUnixTimestamp64Milli(ts), {p1:Array(Int64)}), 16), toUInt32(transform(ifNull(`joined_0_0`, ''), {p2:Array(String)}, {p3:Array(UInt32)}, 0))) AS number_and_bucket
  SELECT
    0 AS period,
    0 AS series,
    toUInt32(bitAnd(number_and_bucket, 65535)) AS `place`,
    bitShiftRight(number_and_bucket, 16) AS bucket,
    ifNotFinite(toFloat64(ifNull(uniqExact(person), 0)), 0) AS value
  FROM (
    -- the persons of events
    SELECT
      person,
      fromUnixTimestamp64Milli(slot_ms, 'UTC') AS ts,
      toDate(ts) AS day,
      weight
    FROM (
      SELECT
        person,
        roundDown(toUnixTimestamp64Milli(ts), {p4:Array(Int64)}) AS slot_ms,
        count() AS weight
      FROM `events`
      WHERE (project_id = {p5:UInt32}) AND (day >= {p6:Date}) AND (day <= {p7:Date}) AND (ts >= fromUnixTimestamp64Milli({p8:Int64})) AND (ts < fromUnixTimestamp64Milli({p9:Int64})) AND (event = {p10:String})
      GROUP BY
        person,
        slot_ms
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
      WHERE project_id = {p11:UInt32}
    )
  ) AS `joined_0` ON person = `subject_0`
  GROUP BY number_and_bucket
)
-- p0 = [""]
-- p1 = [1795042800000,1795129200000]
-- p2 = [""]
-- p3 = [1]
-- p4 = [1795042800000,1795129200000,1795215600000]
-- p5 = 7
-- p6 = "2026-11-18"
-- p7 = "2026-11-20"
-- p8 = 1795042800000
-- p9 = 1795215600000
-- p10 = "paid"
-- p11 = 7
