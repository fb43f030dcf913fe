SELECT
  [countIf(level >= 1), countIf(level >= 2), countIf(level >= 3), countIf(level >= 4)] AS counts,
  [avgIf(times[2] - times[1], level >= 2), avgIf(times[3] - times[2], level >= 3), avgIf(times[4] - times[3], level >= 4)] AS averages,
  [quantileExactInclusiveIf(0.5)(times[2] - times[1], level >= 2), quantileExactInclusiveIf(0.5)(times[3] - times[2], level >= 3), quantileExactInclusiveIf(0.5)(times[4] - times[3], level >= 4)] AS medians
FROM (
  -- from its start the best run took each next step at the first chance
  SELECT
    actor,
    level,
    indexOf(path, best_start) AS `at_1`,
    if(level < 2, 0, arrayFirstIndex((event, position) -> position > `at_1` AND bitTest(event, 2), path, arrayEnumerate(path))) AS `at_2`,
    if(level < 3, 0, arrayFirstIndex((event, position) -> position > `at_2` AND bitTest(event, 1), path, arrayEnumerate(path))) AS `at_3`,
    if(level < 4, 0, arrayFirstIndex((event, position) -> position > `at_3` AND bitTest(event, 0), path, arrayEnumerate(path))) AS `at_4`,
    [bitShiftRight(path[materialize(`at_1`)], 8), bitShiftRight(path[materialize(`at_2`)], 8), bitShiftRight(path[materialize(`at_3`)], 8), bitShiftRight(path[materialize(`at_4`)], 8)] AS times
  FROM (
    -- the best run of each person; of step 1 repeated in a row only the last can begin it
    SELECT
      actor,
      arrayFilter(
        (event, next) -> NOT (bitAnd(event, 255) = 8 AND bitAnd(next, 255) = 8),
        sorted,
        arrayShiftLeft(sorted, 1)
      ) AS path,
      arrayFold((state, event) -> (
        if(bitTest(event, 3), event, state.1),
        if(bitTest(event, 2) AND state.1 > 0 AND bitShiftRight(event, 8) - bitShiftRight(state.1, 8) <= {p0:Int64}, state.1, state.2),
        if(bitTest(event, 1) AND state.2 > 0 AND bitShiftRight(event, 8) - bitShiftRight(state.2, 8) <= {p1:Int64}, state.2, state.3),
        multiIf(bitTest(event, 0) AND state.3 > 0 AND bitShiftRight(event, 8) - bitShiftRight(state.3, 8) <= {p2:Int64} AND state.5 < 4, state.3, bitTest(event, 1) AND state.2 > 0 AND bitShiftRight(event, 8) - bitShiftRight(state.2, 8) <= {p3:Int64} AND state.5 < 3, state.2, bitTest(event, 2) AND state.1 > 0 AND bitShiftRight(event, 8) - bitShiftRight(state.1, 8) <= {p4:Int64} AND state.5 < 2, state.1, state.4),
        multiIf(bitTest(event, 0) AND state.3 > 0 AND bitShiftRight(event, 8) - bitShiftRight(state.3, 8) <= {p5:Int64} AND state.5 < 4, toUInt8(4), bitTest(event, 1) AND state.2 > 0 AND bitShiftRight(event, 8) - bitShiftRight(state.2, 8) <= {p6:Int64} AND state.5 < 3, toUInt8(3), bitTest(event, 2) AND state.1 > 0 AND bitShiftRight(event, 8) - bitShiftRight(state.1, 8) <= {p7:Int64} AND state.5 < 2, toUInt8(2), greatest(state.5, toUInt8(bitTest(event, 3))))
      ),
        path,
        (toUInt64(0), toUInt64(0), toUInt64(0), toUInt64(0), toUInt8(0))
      ) AS state,
      state.4 AS best_start,
      if(is_beyond_first, state.5, toUInt8(did_first)) AS level
    FROM (
      -- the steps that each person did, packed and in order; no order is needed where the second is missing
      SELECT
        person AS actor,
        max(event = {p8:String}) AS did_first,
        did_first AND max(event = {p9:String}) AS is_beyond_first,
        if(is_beyond_first, arraySort(groupArray(toUInt64(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(ts) - {p10:Int64}), 8) + multiIf(event = {p11:String}, 0, event = {p12:String}, 16, event = {p13:String}, 32, event = {p14:String}, 48, 0) + if(event = {p15:String}, 8, 0) + if(event = {p16:String}, 4, 0) + if(event = {p17:String}, 2, 0) + if(event = {p18:String}, 1, 0)))), []) AS sorted
      FROM `events`
      WHERE (project_id = {p19:UInt32}) AND (day >= {p20:Date}) AND (day <= {p21:Date}) AND ((event = {p22:String}) OR (event = {p23:String}) OR (event = {p24:String}) OR (event = {p25:String}))
      GROUP BY actor
    )
  )
)
-- p0 = 3600000
-- p1 = 3600000
-- p2 = 3600000
-- p3 = 3600000
-- p4 = 3600000
-- p5 = 3600000
-- p6 = 3600000
-- p7 = 3600000
-- p8 = "visit"
-- p9 = "sign up"
-- p10 = 1794528000000
-- p11 = "visit"
-- p12 = "sign up"
-- p13 = "invite"
-- p14 = "paid"
-- p15 = "visit"
-- p16 = "sign up"
-- p17 = "invite"
-- p18 = "paid"
-- p19 = 7
-- p20 = "2026-11-13"
-- p21 = "2026-11-20"
-- p22 = "visit"
-- p23 = "sign up"
-- p24 = "invite"
-- p25 = "paid"
