SELECT
  [countIf(level >= 1), countIf(level >= 2)] AS counts,
  [avgIf(times[2] - times[1], level >= 2)] AS averages,
  [quantileExactInclusiveIf(0.5)(times[2] - times[1], level >= 2)] AS medians
FROM (
  -- from its start the best run took each next step at the first chance
  SELECT
    actor,
    level,
    indexOf(path, best_start) AS `at_1`,
    if(level < 2, 0, arrayFirstIndex((event, position) -> position > `at_1` AND bitTest(event, 0), path, arrayEnumerate(path))) AS `at_2`,
    [bitShiftRight(path[materialize(`at_1`)], 6), bitShiftRight(path[materialize(`at_2`)], 6)] AS times
  FROM (
    -- the best run of each person; of step 1 repeated in a row only the last can begin it
    SELECT
      actor,
      arrayFilter(
        (event, next) -> NOT (bitAnd(event, 63) = 2 AND bitAnd(next, 63) = 2),
        sorted,
        arrayShiftLeft(sorted, 1)
      ) AS path,
      arrayFold((state, event) -> (
        if(bitTest(event, 1), event, state.1),
        multiIf(bitTest(event, 0) AND state.1 > 0 AND bitShiftRight(event, 6) - bitShiftRight(state.1, 6) <= {p0:Int64} AND state.3 < 2, state.1, state.2),
        multiIf(bitTest(event, 0) AND state.1 > 0 AND bitShiftRight(event, 6) - bitShiftRight(state.1, 6) <= {p1:Int64} AND state.3 < 2, toUInt8(2), greatest(state.3, toUInt8(bitTest(event, 1))))
      ),
        path,
        (toUInt64(0), toUInt64(0), toUInt8(0))
      ) AS state,
      state.2 AS best_start,
      if(is_beyond_first, state.3, toUInt8(did_first)) AS level
    FROM (
      -- the steps that each person did, packed and in order; no order is needed where the second is missing
      SELECT
        person AS actor,
        max((event = {p2:String}) AND (ifNull(properties.`$browser` IN {p3:Array(String)}, false))) AS did_first,
        did_first AND max((event = {p4:String}) AND (ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL) > {p5:Float64}, false))) AS is_beyond_first,
        if(is_beyond_first, arraySort(groupArray(toUInt64(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(ts) - {p6:Int64}), 6) + multiIf((event = {p7:String}) AND (ifNull(properties.`$browser` IN {p8:Array(String)}, false)), 0, (event = {p9:String}) AND (ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL) > {p10:Float64}, false)), 4, 0) + if((event = {p11:String}) AND (ifNull(properties.`$browser` IN {p12:Array(String)}, false)), 2, 0) + if((event = {p13:String}) AND (ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL) > {p14:Float64}, false)), 1, 0)))), []) AS sorted
      FROM `events`
      WHERE (project_id = {p15:UInt32}) AND (day >= {p16:Date}) AND (day <= {p17:Date}) AND (((event = {p18:String}) AND (ifNull(properties.`$browser` IN {p19:Array(String)}, false))) OR ((event = {p20:String}) AND (ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL) > {p21:Float64}, false)))) AND ((NOT ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p22:Array(String)}, false)) AND (NOT ifNull(CAST(properties.`email`, 'Nullable(String)') ILIKE {p23:String}, false)))
      GROUP BY actor
    )
  )
)
-- p0 = 1209600000
-- p1 = 1209600000
-- p2 = "visit"
-- p3 = ["Firefox","Safari"]
-- p4 = "paid"
-- p5 = 10
-- p6 = 1794528000000
-- p7 = "visit"
-- p8 = ["Firefox","Safari"]
-- p9 = "paid"
-- p10 = 10
-- p11 = "visit"
-- p12 = ["Firefox","Safari"]
-- p13 = "paid"
-- p14 = 10
-- p15 = 7
-- p16 = "2026-11-13"
-- p17 = "2026-11-20"
-- p18 = "visit"
-- p19 = ["Firefox","Safari"]
-- p20 = "paid"
-- p21 = 10
-- p22 = ["free"]
-- p23 = "%@example.com%"
