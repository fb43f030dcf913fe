SELECT
  [countIf(level >= {p0:Int64}), countIf(level >= {p1:Int64})] AS counts,
  [avgIf(times[{p2:Int64}] - times[{p3:Int64}], level >= {p4:Int64})] AS averages,
  [quantileExactInclusiveIf(0.5)(times[{p5:Int64}] - times[{p6:Int64}], level >= {p7:Int64})] AS medians
FROM (
-- from its start the best run took each next step at the first chance
SELECT
  person,
  level,
  indexOf(path, best_start) AS `at_1`,
  if(level < {p8:Int64}, 0, arrayFirstIndex((event, position) -> position > `at_1` AND bitTest(event, {p9:Int64}), path, arrayEnumerate(path))) AS `at_2`,
  [bitShiftRight(path[`at_1`], {p10:Int64}), bitShiftRight(path[`at_2`], {p11:Int64})] AS times
FROM (
  -- the best run of each person; of step 1 repeated in a row only the last can begin it
  SELECT
    person,
    arrayFilter(
      (event, next) -> NOT (bitAnd(event, {p12:Int64}) = {p13:Int64} AND bitAnd(next, {p14:Int64}) = {p15:Int64}),
      sorted,
      arrayShiftLeft(sorted, 1)
    ) AS path,
    arrayFold((state, event) -> (
        if(bitTest(event, {p16:Int64}), event, state.1),
        multiIf(bitTest(event, {p17:Int64}) AND state.1 > 0 AND bitShiftRight(event, {p18:Int64}) - bitShiftRight(state.1, {p19:Int64}) <= {p20:Int64} AND state.3 < {p21:Int64}, state.1, state.2),
        multiIf(bitTest(event, {p22:Int64}) AND state.1 > 0 AND bitShiftRight(event, {p23:Int64}) - bitShiftRight(state.1, {p24:Int64}) <= {p25:Int64} AND state.3 < {p26:Int64}, toUInt8({p27:Int64}), greatest(state.3, toUInt8(bitTest(event, {p28:Int64}))))
      ),
      path,
      (toUInt64(0), toUInt64(0), toUInt8(0))
    ) AS state,
    state.2 AS best_start,
    if(is_beyond_first, state.3, toUInt8(did_first)) AS level
  FROM (
    -- the steps that each person did, packed and in order; no order is needed where the second is missing
    SELECT
      person,
      max(event = {p29:String}) AS did_first,
      did_first AND max(event = {p30:String}) AS is_beyond_first,
      if(is_beyond_first, arraySort(groupArray(toUInt64(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(ts) - {p31:Int64}), {p32:Int64}) + multiIf(event = {p33:String}, {p34:Int64}, event = {p35:String}, {p36:Int64}, 0) + if(event = {p37:String}, {p38:Int64}, 0) + if(event = {p39:String}, {p40:Int64}, 0)))), []) AS sorted
    FROM `events`
WHERE (project_id = {p41:UInt32}) AND (day >= {p42:Date}) AND (day <= {p43:Date}) AND ((event = {p44:String}) OR (event = {p45:String}))
    GROUP BY person
  )
)
)
-- p0 = 1
-- p1 = 2
-- p2 = 2
-- p3 = 1
-- p4 = 2
-- p5 = 2
-- p6 = 1
-- p7 = 2
-- p8 = 2
-- p9 = 0
-- p10 = 6
-- p11 = 6
-- p12 = 63
-- p13 = 2
-- p14 = 63
-- p15 = 2
-- p16 = 1
-- p17 = 0
-- p18 = 6
-- p19 = 6
-- p20 = 1209600000
-- p21 = 2
-- p22 = 0
-- p23 = 6
-- p24 = 6
-- p25 = 1209600000
-- p26 = 2
-- p27 = 2
-- p28 = 1
-- p29 = "visit"
-- p30 = "paid"
-- p31 = 1794528000000
-- p32 = 6
-- p33 = "visit"
-- p34 = 0
-- p35 = "paid"
-- p36 = 4
-- p37 = "visit"
-- p38 = 2
-- p39 = "paid"
-- p40 = 1
-- p41 = 7
-- p42 = "2026-11-13"
-- p43 = "2026-11-20"
-- p44 = "visit"
-- p45 = "paid"
