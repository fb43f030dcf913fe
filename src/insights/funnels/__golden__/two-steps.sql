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
        max(event = {p2:String}) AS did_first,
        did_first AND max(event = {p3:String}) AS is_beyond_first,
        if(is_beyond_first, arraySort(groupArray(toUInt64(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(ts) - {p4:Int64}), 6) + multiIf(event = {p5:String}, 0, event = {p6:String}, 4, 0) + if(event = {p7:String}, 2, 0) + if(event = {p8:String}, 1, 0)))), []) AS sorted
      FROM `events`
      WHERE (project_id = {p9:UInt32}) AND (day >= {p10:Date}) AND (day <= {p11:Date}) AND ((event = {p12:String}) OR (event = {p13:String}))
      GROUP BY actor
    )
  )
)
-- p0 = 1209600000
-- p1 = 1209600000
-- p2 = "visit"
-- p3 = "paid"
-- p4 = 1794528000000
-- p5 = "visit"
-- p6 = "paid"
-- p7 = "visit"
-- p8 = "paid"
-- p9 = 7
-- p10 = "2026-11-13"
-- p11 = "2026-11-20"
-- p12 = "visit"
-- p13 = "paid"
