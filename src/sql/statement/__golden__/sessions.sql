-- select session_id, $session_duration from sessions where $start_timestamp >= '2026-11-01' and $entry_pathname = '/a'
SELECT
  `s1`.`c0` AS `0`,
  `s1`.`c1` AS `1`
FROM (
  SELECT
    session AS `c0`,
    `of $session_duration` AS `c1`
  FROM (
    SELECT
      ifNull(properties.`$session_id`, '') AS session,
      ifNotFinite(toFloat64OrNull(replaceAll(toString((toUnixTimestamp64Milli(max(ts)) - toUnixTimestamp64Milli(min(ts))) / 1000), ' ', '')), NULL) AS `of $session_duration`,
      toTimeZone(min(ts), {p0:String}) AS `of $start_timestamp`,
      path(if(length(minIf(concat(reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts))), ifNull(concat('=', properties.`$current_url`), '')), event IN ('$pageview', '$screen'))) > 8, CAST(substring(minIf(concat(reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts))), ifNull(concat('=', properties.`$current_url`), '')), event IN ('$pageview', '$screen')), 10), 'Nullable(String)'), NULL)) AS `of $entry_pathname`
    FROM `events`
    WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (session != '') AND (day >= toDate32(toTimeZone(fromUnixTimestamp64Milli({p4:Int64}, {p5:String}), 'UTC')) - 2)
    GROUP BY session
  )
  WHERE (ifNull((`of $start_timestamp` >= fromUnixTimestamp64Milli({p6:Int64}, {p7:String})), false)) AND (ifNull((`of $entry_pathname` = {p8:String}), false))
) AS `s1`
-- p0 = "Europe/Berlin"
-- p1 = 7
-- p2 = "1970-01-01"
-- p3 = "2148-12-31"
-- p4 = 1793487600000
-- p5 = "Europe/Berlin"
-- p6 = 1793487600000
-- p7 = "Europe/Berlin"
-- p8 = "/a"
