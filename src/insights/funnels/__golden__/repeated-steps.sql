SELECT
  [countIf(level >= {p0:Int64}), countIf(level >= {p1:Int64}), countIf(level >= {p2:Int64})] AS counts,
  [avgIf(times[{p3:Int64}] - times[{p4:Int64}], level >= {p5:Int64}), avgIf(times[{p6:Int64}] - times[{p7:Int64}], level >= {p8:Int64})] AS averages,
  [quantileExactInclusiveIf(0.5)(times[{p9:Int64}] - times[{p10:Int64}], level >= {p11:Int64}), quantileExactInclusiveIf(0.5)(times[{p12:Int64}] - times[{p13:Int64}], level >= {p14:Int64})] AS medians
FROM (
-- from its start the best run took each next step at the first chance
SELECT
  person,
  level,
  indexOf(path, best_start) AS `at_1`,
  if(level < {p15:Int64}, 0, arrayFirstIndex((event, position) -> position > `at_1` AND bitTest(event, {p16:Int64}), path, arrayEnumerate(path))) AS `at_2`,
  if(level < {p17:Int64}, 0, arrayFirstIndex((event, position) -> position > `at_2` AND bitTest(event, {p18:Int64}), path, arrayEnumerate(path))) AS `at_3`,
  [bitShiftRight(path[`at_1`], {p19:Int64}), bitShiftRight(path[`at_2`], {p20:Int64}), bitShiftRight(path[`at_3`], {p21:Int64})] AS times
FROM (
  -- the best run of each person; of step 1 repeated in a row only the last can begin it
  SELECT
    person,
    arrayFilter(
      (event, next) -> NOT (bitAnd(event, {p22:Int64}) = {p23:Int64} AND bitAnd(next, {p24:Int64}) = {p25:Int64}),
      sorted,
      arrayShiftLeft(sorted, 1)
    ) AS path,
    arrayFold((state, event) -> (
        if(bitTest(event, {p26:Int64}), event, state.1),
        if(bitTest(event, {p27:Int64}) AND state.1 > 0 AND bitShiftRight(event, {p28:Int64}) - bitShiftRight(state.1, {p29:Int64}) <= {p30:Int64}, state.1, state.2),
        multiIf(bitTest(event, {p31:Int64}) AND state.2 > 0 AND bitShiftRight(event, {p32:Int64}) - bitShiftRight(state.2, {p33:Int64}) <= {p34:Int64} AND state.4 < {p35:Int64}, state.2, bitTest(event, {p36:Int64}) AND state.1 > 0 AND bitShiftRight(event, {p37:Int64}) - bitShiftRight(state.1, {p38:Int64}) <= {p39:Int64} AND state.4 < {p40:Int64}, state.1, state.3),
        multiIf(bitTest(event, {p41:Int64}) AND state.2 > 0 AND bitShiftRight(event, {p42:Int64}) - bitShiftRight(state.2, {p43:Int64}) <= {p44:Int64} AND state.4 < {p45:Int64}, toUInt8({p46:Int64}), bitTest(event, {p47:Int64}) AND state.1 > 0 AND bitShiftRight(event, {p48:Int64}) - bitShiftRight(state.1, {p49:Int64}) <= {p50:Int64} AND state.4 < {p51:Int64}, toUInt8({p52:Int64}), greatest(state.4, toUInt8(bitTest(event, {p53:Int64}))))
      ),
      path,
      (toUInt64(0), toUInt64(0), toUInt64(0), toUInt8(0))
    ) AS state,
    state.3 AS best_start,
    if(is_beyond_first, state.4, toUInt8(did_first)) AS level
  FROM (
    -- the steps that each person did, packed and in order; no order is needed where the second is missing
    SELECT
      person,
      max(event = {p54:String}) AS did_first,
      did_first AND max(event = {p55:String}) AS is_beyond_first,
      if(is_beyond_first, arraySort(groupArray(toUInt64(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(ts) - {p56:Int64}), {p57:Int64}) + multiIf(event = {p58:String}, {p59:Int64}, event = {p60:String}, {p61:Int64}, true, {p62:Int64}, 0) + if(event = {p63:String}, {p64:Int64}, 0) + if(event = {p65:String}, {p66:Int64}, 0) + if(true, {p67:Int64}, 0)))), []) AS sorted
    FROM `events`
WHERE (project_id = {p68:UInt32}) AND (day >= {p69:Date}) AND (day <= {p70:Date}) AND ((event = {p71:String}) OR (event = {p72:String}) OR (true))
    GROUP BY person
  )
)
)
-- p0 = 1
-- p1 = 2
-- p2 = 3
-- p3 = 2
-- p4 = 1
-- p5 = 2
-- p6 = 3
-- p7 = 2
-- p8 = 3
-- p9 = 2
-- p10 = 1
-- p11 = 2
-- p12 = 3
-- p13 = 2
-- p14 = 3
-- p15 = 2
-- p16 = 1
-- p17 = 3
-- p18 = 0
-- p19 = 7
-- p20 = 7
-- p21 = 7
-- p22 = 127
-- p23 = 4
-- p24 = 127
-- p25 = 4
-- p26 = 2
-- p27 = 1
-- p28 = 7
-- p29 = 7
-- p30 = 1209600000
-- p31 = 0
-- p32 = 7
-- p33 = 7
-- p34 = 1209600000
-- p35 = 3
-- p36 = 1
-- p37 = 7
-- p38 = 7
-- p39 = 1209600000
-- p40 = 2
-- p41 = 0
-- p42 = 7
-- p43 = 7
-- p44 = 1209600000
-- p45 = 3
-- p46 = 3
-- p47 = 1
-- p48 = 7
-- p49 = 7
-- p50 = 1209600000
-- p51 = 2
-- p52 = 2
-- p53 = 2
-- p54 = "visit"
-- p55 = "visit"
-- p56 = 1794528000000
-- p57 = 7
-- p58 = "visit"
-- p59 = 0
-- p60 = "visit"
-- p61 = 8
-- p62 = 16
-- p63 = "visit"
-- p64 = 4
-- p65 = "visit"
-- p66 = 2
-- p67 = 1
-- p68 = 7
-- p69 = "2026-11-13"
-- p70 = "2026-11-20"
-- p71 = "visit"
-- p72 = "visit"
