-- the events of the funnel, with the steps and exclusions that each matches
SELECT
  person AS actor,
  toUInt32(toUnixTimestamp64Milli(ts) - {p0:Int64}) AS at,
  toUInt8(if(((event = {p1:String}) AND (ifNull(properties.`$browser` IN {p2:Array(String)}, false))) AND ((person, ts) IN (
    -- the first event of each actor
    SELECT
      person AS actor,
      min(ts) AS earliest
    FROM `events`
    WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND (event = {p6:String})
    GROUP BY actor
    HAVING earliest >= fromUnixTimestamp64Milli({p7:Int64})
  )), 1, 0) + if(((event = {p8:String}) AND (ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL) > {p9:Float64}, false))) AND ((person, ts) IN (
    -- the first event of each actor
    SELECT
      person AS actor,
      min(ts) AS earliest
    FROM `events`
    WHERE (project_id = {p10:UInt32}) AND (day >= {p11:Date}) AND (day <= {p12:Date}) AND ((event = {p13:String}) AND (ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL) > {p14:Float64}, false))) AND (NOT ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p15:Array(String)}, false))
    GROUP BY actor
    HAVING earliest >= fromUnixTimestamp64Milli({p16:Int64})
  )), 2, 0)) AS mask
FROM `events`
WHERE (project_id = {p17:UInt32}) AND (day >= {p18:Date}) AND (day <= {p19:Date}) AND (NOT ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p20:Array(String)}, false)) AND ((((event = {p21:String}) AND (ifNull(properties.`$browser` IN {p22:Array(String)}, false))) AND ((person, ts) IN (
  -- the first event of each actor
  SELECT
    person AS actor,
    min(ts) AS earliest
  FROM `events`
  WHERE (project_id = {p23:UInt32}) AND (day >= {p24:Date}) AND (day <= {p25:Date}) AND (event = {p26:String})
  GROUP BY actor
  HAVING earliest >= fromUnixTimestamp64Milli({p27:Int64})
))) OR (((event = {p28:String}) AND (ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL) > {p29:Float64}, false))) AND ((person, ts) IN (
  -- the first event of each actor
  SELECT
    person AS actor,
    min(ts) AS earliest
  FROM `events`
  WHERE (project_id = {p30:UInt32}) AND (day >= {p31:Date}) AND (day <= {p32:Date}) AND ((event = {p33:String}) AND (ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`amount`, 'Nullable(String)'), ' ', '')), NULL) > {p34:Float64}, false))) AND (NOT ifNull(CAST(properties.`plan`, 'Nullable(String)') IN {p35:Array(String)}, false))
  GROUP BY actor
  HAVING earliest >= fromUnixTimestamp64Milli({p36:Int64})
))))
-- p0 = 1794528000000
-- p1 = "visit"
-- p2 = ["Firefox"]
-- p3 = 7
-- p4 = "1970-01-01"
-- p5 = "2026-11-20"
-- p6 = "visit"
-- p7 = 1794528000000
-- p8 = "paid"
-- p9 = 10
-- p10 = 7
-- p11 = "1970-01-01"
-- p12 = "2026-11-20"
-- p13 = "paid"
-- p14 = 10
-- p15 = ["free"]
-- p16 = 1794528000000
-- p17 = 7
-- p18 = "2026-11-13"
-- p19 = "2026-11-20"
-- p20 = ["free"]
-- p21 = "visit"
-- p22 = ["Firefox"]
-- p23 = 7
-- p24 = "1970-01-01"
-- p25 = "2026-11-20"
-- p26 = "visit"
-- p27 = 1794528000000
-- p28 = "paid"
-- p29 = 10
-- p30 = 7
-- p31 = "1970-01-01"
-- p32 = "2026-11-20"
-- p33 = "paid"
-- p34 = 10
-- p35 = ["free"]
-- p36 = 1794528000000
