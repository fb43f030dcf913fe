-- actors by status in each interval
SELECT
  place,
  bitmapCardinality(bitmapAnd(active, first_seen)) AS new,
  bitmapCardinality(bitmapAnd(bitmapAndnot(active, first_seen), active_before)) AS returning,
  bitmapCardinality(bitmapAndnot(bitmapAndnot(active, first_seen), active_before)) AS resurrecting,
  bitmapCardinality(bitmapAndnot(active_before, active)) AS dormant
FROM (
  SELECT
    place,
    groupBitmapMergeStateIf(actors, role = 'active') AS active,
    groupBitmapMergeStateIf(actors, role = 'active before') AS active_before,
    groupBitmapMergeStateIf(actors, role = 'first seen') AS first_seen
  FROM (
    -- the active actors of an interval are those before the next one
    SELECT
      place_of_activity + is_before AS place,
      if(is_before, 'active before', 'active') AS role,
      actors
    FROM (
      SELECT
        place AS place_of_activity,
        actors,
        arrayJoin([0, 1]) AS is_before
      FROM (
        -- the active persons of each interval
        SELECT
          roundDown(toUnixTimestamp64Milli(ts), {p0:Array(Int64)}) AS bucket,
          indexOf({p1:Array(Int64)}, bucket) AS place,
          groupBitmapState(person) AS actors
        FROM `events`
        WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (ts >= fromUnixTimestamp64Milli({p5:Int64})) AND (ts < fromUnixTimestamp64Milli({p6:Int64})) AND (toUnixTimestamp64Milli(ts) < {p7:Int64} OR toUnixTimestamp64Milli(ts) >= {p8:Int64}) AND (event = {p9:String})
        GROUP BY bucket
      )
    )
    UNION ALL
    SELECT
      place,
      'first seen' AS role,
      actors
    FROM (
      -- the actors that were first seen in each interval
      SELECT
        indexOf({p10:Array(Int64)}, roundDown(toUnixTimestamp64Milli(first_seen), {p11:Array(Int64)})) AS place,
        groupBitmapState(actor) AS actors
      FROM (
        SELECT
          person AS actor,
          created_at AS first_seen
        FROM `persons` FINAL
        WHERE (project_id = {p12:UInt32}) AND (created_at >= fromUnixTimestamp64Milli({p13:Int64})) AND (created_at < fromUnixTimestamp64Milli({p14:Int64}))
        UNION ALL
        -- distinct ids without a person: their first event, whatever its name
        SELECT
          person AS actor,
          min(ts) AS first_seen
        FROM `events`
        WHERE (project_id = {p15:UInt32}) AND (day >= {p16:Date}) AND (day <= {p17:Date}) AND (ts >= fromUnixTimestamp64Milli({p18:Int64})) AND (ts < fromUnixTimestamp64Milli({p19:Int64})) AND (person IN (
          -- the persons that were active and are not listed
          SELECT arrayJoin(bitmapToArray(bitmapAndnot(
            groupBitmapStateIf(number, is_active),
            groupBitmapStateIf(number, NOT is_active)
          ))) AS number
          FROM (
            SELECT
              person AS number,
              true AS is_active
            FROM `events`
            WHERE (project_id = {p20:UInt32}) AND (day >= {p21:Date}) AND (day <= {p22:Date}) AND (ts >= fromUnixTimestamp64Milli({p23:Int64})) AND (ts < fromUnixTimestamp64Milli({p24:Int64})) AND (toUnixTimestamp64Milli(ts) < {p25:Int64} OR toUnixTimestamp64Milli(ts) >= {p26:Int64}) AND (event = {p27:String})
            UNION ALL
            SELECT
              person AS number,
              false AS is_active
            FROM `persons` FINAL
            WHERE project_id = {p28:UInt32}
          )
        ))
        GROUP BY actor
        HAVING first_seen >= fromUnixTimestamp64Milli({p29:Int64})
      )
      GROUP BY place
    )
  )
  GROUP BY place
)
-- p0 = [1794873600000,1794960000000,1795046400000]
-- p1 = [1794873600000,1794960000000,1795046400000,1795132800000]
-- p2 = 7
-- p3 = "2026-11-17"
-- p4 = "2026-11-19"
-- p5 = 1794873600000
-- p6 = 1795089600001
-- p7 = 1794960000000
-- p8 = 1794996000000
-- p9 = "signed in"
-- p10 = [1794873600000,1794960000000,1795046400000,1795132800000]
-- p11 = [1794873600000,1794960000000,1795046400000,1795132800000]
-- p12 = 7
-- p13 = 1794873600000
-- p14 = 1795132800000
-- p15 = 7
-- p16 = "1970-01-01"
-- p17 = "2026-11-19"
-- p18 = 0
-- p19 = 1795089600001
-- p20 = 7
-- p21 = "2026-11-17"
-- p22 = "2026-11-19"
-- p23 = 1794873600000
-- p24 = 1795089600001
-- p25 = 1794960000000
-- p26 = 1794996000000
-- p27 = "signed in"
-- p28 = 7
-- p29 = 1794873600000
