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
      max((event = {p29:String}) AND (ifNull(properties.`$browser` IN {p30:Array(String)}, false))) AS did_first,
      did_first AND max((event = {p31:String}) AND (ifNull(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')) > {p32:Float64}, false))) AS is_beyond_first,
      if(is_beyond_first, arraySort(groupArray(toUInt64(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(ts) - {p33:Int64}), {p34:Int64}) + multiIf((event = {p35:String}) AND (ifNull(properties.`$browser` IN {p36:Array(String)}, false)), {p37:Int64}, (event = {p38:String}) AND (ifNull(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')) > {p39:Float64}, false)), {p40:Int64}, 0) + if((event = {p41:String}) AND (ifNull(properties.`$browser` IN {p42:Array(String)}, false)), {p43:Int64}, 0) + if((event = {p44:String}) AND (ifNull(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')) > {p45:Float64}, false)), {p46:Int64}, 0)))), []) AS sorted
    FROM `events`
WHERE (project_id = {p47:UInt32}) AND (day >= {p48:Date}) AND (day <= {p49:Date}) AND (((event = {p50:String}) AND (ifNull(properties.`$browser` IN {p51:Array(String)}, false))) OR ((event = {p52:String}) AND (ifNull(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')) > {p53:Float64}, false)))) AND ((NOT ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p54:Array(String)}, false)) AND (NOT ifNull(CAST(properties.`email`, 'Nullable(String)') ILIKE {p55:String}, false)))
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
-- p30 = ["Firefox","Safari"]
-- p31 = "paid"
-- p32 = 10
-- p33 = 1794528000000
-- p34 = 6
-- p35 = "visit"
-- p36 = ["Firefox","Safari"]
-- p37 = 0
-- p38 = "paid"
-- p39 = 10
-- p40 = 4
-- p41 = "visit"
-- p42 = ["Firefox","Safari"]
-- p43 = 2
-- p44 = "paid"
-- p45 = 10
-- p46 = 1
-- p47 = 7
-- p48 = "2026-11-13"
-- p49 = "2026-11-20"
-- p50 = "visit"
-- p51 = ["Firefox","Safari"]
-- p52 = "paid"
-- p53 = 10
-- p54 = ["free"]
-- p55 = "%@example.com%"
