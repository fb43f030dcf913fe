SELECT
  [countIf(level >= 1), countIf(level >= 2), countIf(level >= 3)] AS counts,
  [avgIf(times[2] - times[1], level >= 2), avgIf(times[3] - times[2], level >= 3)] AS averages,
  [quantileExactInclusiveIf(0.5)(times[2] - times[1], level >= 2), quantileExactInclusiveIf(0.5)(times[3] - times[2], level >= 3)] AS medians
FROM (
  -- from its start the best run took each next step at the first chance
  SELECT
    actor,
    level,
    indexOf(path, best_start) AS `at_1`,
    if(level < 2, 0, arrayFirstIndex((event, position) -> position > `at_1` AND bitTest(event, 1), path, arrayEnumerate(path))) AS `at_2`,
    if(level < 3, 0, arrayFirstIndex((event, position) -> position > `at_2` AND bitTest(event, 0), path, arrayEnumerate(path))) AS `at_3`,
    [bitShiftRight(path[materialize(`at_1`)], 7), bitShiftRight(path[materialize(`at_2`)], 7), bitShiftRight(path[materialize(`at_3`)], 7)] AS times
  FROM (
    -- the best run of each person; of step 1 repeated in a row only the last can begin it
    SELECT
      actor,
      arrayFilter(
        (event, next) -> NOT (bitAnd(event, 127) = 4 AND bitAnd(next, 127) = 4),
        sorted,
        arrayShiftLeft(sorted, 1)
      ) AS path,
      arrayFold((state, event) -> (
        if(bitTest(event, 2), event, state.1),
        if(bitTest(event, 1) AND state.1 > 0 AND bitShiftRight(event, 7) - bitShiftRight(state.1, 7) <= {p0:Int64}, state.1, state.2),
        multiIf(bitTest(event, 0) AND state.2 > 0 AND bitShiftRight(event, 7) - bitShiftRight(state.2, 7) <= {p1:Int64} AND state.4 < 3, state.2, bitTest(event, 1) AND state.1 > 0 AND bitShiftRight(event, 7) - bitShiftRight(state.1, 7) <= {p2:Int64} AND state.4 < 2, state.1, state.3),
        multiIf(bitTest(event, 0) AND state.2 > 0 AND bitShiftRight(event, 7) - bitShiftRight(state.2, 7) <= {p3:Int64} AND state.4 < 3, toUInt8(3), bitTest(event, 1) AND state.1 > 0 AND bitShiftRight(event, 7) - bitShiftRight(state.1, 7) <= {p4:Int64} AND state.4 < 2, toUInt8(2), greatest(state.4, toUInt8(bitTest(event, 2))))
      ),
        path,
        (toUInt64(0), toUInt64(0), toUInt64(0), toUInt8(0))
      ) AS state,
      state.3 AS best_start,
      if(is_beyond_first, state.4, toUInt8(did_first)) AS level
    FROM (
      -- the steps that each person did, packed and in order; no order is needed where the second is missing
      SELECT
        person AS actor,
        max(event = {p5:String}) AS did_first,
        did_first AND max(event = {p6:String}) AS is_beyond_first,
        if(is_beyond_first, arraySort(groupArray(toUInt64(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(ts) - {p7:Int64}), 7) + multiIf(event = {p8:String}, 0, event = {p9:String}, 8, true, 16, 0) + if(event = {p10:String}, 4, 0) + if(event = {p11:String}, 2, 0) + if(true, 1, 0)))), []) AS sorted
      FROM `events`
      WHERE (project_id = {p12:UInt32}) AND (day >= {p13:Date}) AND (day <= {p14:Date}) AND ((event = {p15:String}) OR (event = {p16:String}) OR (true))
      GROUP BY actor
    )
  )
)
-- p0 = 1209600000
-- p1 = 1209600000
-- p2 = 1209600000
-- p3 = 1209600000
-- p4 = 1209600000
-- p5 = "visit"
-- p6 = "visit"
-- p7 = 1794528000000
-- p8 = "visit"
-- p9 = "visit"
-- p10 = "visit"
-- p11 = "visit"
-- p12 = 7
-- p13 = "2026-11-13"
-- p14 = "2026-11-20"
-- p15 = "visit"
-- p16 = "visit"
