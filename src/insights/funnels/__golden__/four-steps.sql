SELECT
  [countIf(level >= {p0:Int64}), countIf(level >= {p1:Int64}), countIf(level >= {p2:Int64}), countIf(level >= {p3:Int64})] AS counts,
  [avgIf(times[{p4:Int64}] - times[{p5:Int64}], level >= {p6:Int64}), avgIf(times[{p7:Int64}] - times[{p8:Int64}], level >= {p9:Int64}), avgIf(times[{p10:Int64}] - times[{p11:Int64}], level >= {p12:Int64})] AS averages,
  [quantileExactInclusiveIf(0.5)(times[{p13:Int64}] - times[{p14:Int64}], level >= {p15:Int64}), quantileExactInclusiveIf(0.5)(times[{p16:Int64}] - times[{p17:Int64}], level >= {p18:Int64}), quantileExactInclusiveIf(0.5)(times[{p19:Int64}] - times[{p20:Int64}], level >= {p21:Int64})] AS medians
FROM (
-- from its start the best run took each next step at the first chance
SELECT
  person,
  level,
  indexOf(path, best_start) AS `at_1`,
  if(level < {p22:Int64}, 0, arrayFirstIndex((event, position) -> position > `at_1` AND bitTest(event, {p23:Int64}), path, arrayEnumerate(path))) AS `at_2`,
  if(level < {p24:Int64}, 0, arrayFirstIndex((event, position) -> position > `at_2` AND bitTest(event, {p25:Int64}), path, arrayEnumerate(path))) AS `at_3`,
  if(level < {p26:Int64}, 0, arrayFirstIndex((event, position) -> position > `at_3` AND bitTest(event, {p27:Int64}), path, arrayEnumerate(path))) AS `at_4`,
  [bitShiftRight(path[`at_1`], {p28:Int64}), bitShiftRight(path[`at_2`], {p29:Int64}), bitShiftRight(path[`at_3`], {p30:Int64}), bitShiftRight(path[`at_4`], {p31:Int64})] AS times
FROM (
  -- the best run of each person; of step 1 repeated in a row only the last can begin it
  SELECT
    person,
    arrayFilter(
      (event, next) -> NOT (bitAnd(event, {p32:Int64}) = {p33:Int64} AND bitAnd(next, {p34:Int64}) = {p35:Int64}),
      sorted,
      arrayShiftLeft(sorted, 1)
    ) AS path,
    arrayFold((state, event) -> (
        if(bitTest(event, {p36:Int64}), event, state.1),
        if(bitTest(event, {p37:Int64}) AND state.1 > 0 AND bitShiftRight(event, {p38:Int64}) - bitShiftRight(state.1, {p39:Int64}) <= {p40:Int64}, state.1, state.2),
        if(bitTest(event, {p41:Int64}) AND state.2 > 0 AND bitShiftRight(event, {p42:Int64}) - bitShiftRight(state.2, {p43:Int64}) <= {p44:Int64}, state.2, state.3),
        multiIf(bitTest(event, {p45:Int64}) AND state.3 > 0 AND bitShiftRight(event, {p46:Int64}) - bitShiftRight(state.3, {p47:Int64}) <= {p48:Int64} AND state.5 < {p49:Int64}, state.3, bitTest(event, {p50:Int64}) AND state.2 > 0 AND bitShiftRight(event, {p51:Int64}) - bitShiftRight(state.2, {p52:Int64}) <= {p53:Int64} AND state.5 < {p54:Int64}, state.2, bitTest(event, {p55:Int64}) AND state.1 > 0 AND bitShiftRight(event, {p56:Int64}) - bitShiftRight(state.1, {p57:Int64}) <= {p58:Int64} AND state.5 < {p59:Int64}, state.1, state.4),
        multiIf(bitTest(event, {p60:Int64}) AND state.3 > 0 AND bitShiftRight(event, {p61:Int64}) - bitShiftRight(state.3, {p62:Int64}) <= {p63:Int64} AND state.5 < {p64:Int64}, toUInt8({p65:Int64}), bitTest(event, {p66:Int64}) AND state.2 > 0 AND bitShiftRight(event, {p67:Int64}) - bitShiftRight(state.2, {p68:Int64}) <= {p69:Int64} AND state.5 < {p70:Int64}, toUInt8({p71:Int64}), bitTest(event, {p72:Int64}) AND state.1 > 0 AND bitShiftRight(event, {p73:Int64}) - bitShiftRight(state.1, {p74:Int64}) <= {p75:Int64} AND state.5 < {p76:Int64}, toUInt8({p77:Int64}), greatest(state.5, toUInt8(bitTest(event, {p78:Int64}))))
      ),
      path,
      (toUInt64(0), toUInt64(0), toUInt64(0), toUInt64(0), toUInt8(0))
    ) AS state,
    state.4 AS best_start,
    if(is_beyond_first, state.5, toUInt8(did_first)) AS level
  FROM (
    -- the steps that each person did, packed and in order; no order is needed where the second is missing
    SELECT
      person,
      max(event = {p79:String}) AS did_first,
      did_first AND max(event = {p80:String}) AS is_beyond_first,
      if(is_beyond_first, arraySort(groupArray(toUInt64(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(ts) - {p81:Int64}), {p82:Int64}) + multiIf(event = {p83:String}, {p84:Int64}, event = {p85:String}, {p86:Int64}, event = {p87:String}, {p88:Int64}, event = {p89:String}, {p90:Int64}, 0) + if(event = {p91:String}, {p92:Int64}, 0) + if(event = {p93:String}, {p94:Int64}, 0) + if(event = {p95:String}, {p96:Int64}, 0) + if(event = {p97:String}, {p98:Int64}, 0)))), []) AS sorted
    FROM `events`
WHERE (project_id = {p99:UInt32}) AND (day >= {p100:Date}) AND (day <= {p101:Date}) AND ((event = {p102:String}) OR (event = {p103:String}) OR (event = {p104:String}) OR (event = {p105:String}))
    GROUP BY person
  )
)
)
-- p0 = 1
-- p1 = 2
-- p2 = 3
-- p3 = 4
-- p4 = 2
-- p5 = 1
-- p6 = 2
-- p7 = 3
-- p8 = 2
-- p9 = 3
-- p10 = 4
-- p11 = 3
-- p12 = 4
-- p13 = 2
-- p14 = 1
-- p15 = 2
-- p16 = 3
-- p17 = 2
-- p18 = 3
-- p19 = 4
-- p20 = 3
-- p21 = 4
-- p22 = 2
-- p23 = 2
-- p24 = 3
-- p25 = 1
-- p26 = 4
-- p27 = 0
-- p28 = 8
-- p29 = 8
-- p30 = 8
-- p31 = 8
-- p32 = 255
-- p33 = 8
-- p34 = 255
-- p35 = 8
-- p36 = 3
-- p37 = 2
-- p38 = 8
-- p39 = 8
-- p40 = 3600000
-- p41 = 1
-- p42 = 8
-- p43 = 8
-- p44 = 3600000
-- p45 = 0
-- p46 = 8
-- p47 = 8
-- p48 = 3600000
-- p49 = 4
-- p50 = 1
-- p51 = 8
-- p52 = 8
-- p53 = 3600000
-- p54 = 3
-- p55 = 2
-- p56 = 8
-- p57 = 8
-- p58 = 3600000
-- p59 = 2
-- p60 = 0
-- p61 = 8
-- p62 = 8
-- p63 = 3600000
-- p64 = 4
-- p65 = 4
-- p66 = 1
-- p67 = 8
-- p68 = 8
-- p69 = 3600000
-- p70 = 3
-- p71 = 3
-- p72 = 2
-- p73 = 8
-- p74 = 8
-- p75 = 3600000
-- p76 = 2
-- p77 = 2
-- p78 = 3
-- p79 = "visit"
-- p80 = "sign up"
-- p81 = 1794528000000
-- p82 = 8
-- p83 = "visit"
-- p84 = 0
-- p85 = "sign up"
-- p86 = 16
-- p87 = "invite"
-- p88 = 32
-- p89 = "paid"
-- p90 = 48
-- p91 = "visit"
-- p92 = 8
-- p93 = "sign up"
-- p94 = 4
-- p95 = "invite"
-- p96 = 2
-- p97 = "paid"
-- p98 = 1
-- p99 = 7
-- p100 = "2026-11-13"
-- p101 = "2026-11-20"
-- p102 = "visit"
-- p103 = "sign up"
-- p104 = "invite"
-- p105 = "paid"
