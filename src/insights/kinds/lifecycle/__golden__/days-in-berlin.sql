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
        WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (ts >= fromUnixTimestamp64Milli({p5:Int64})) AND (ts < fromUnixTimestamp64Milli({p6:Int64})) AND (event = {p7:String})
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
        indexOf({p8:Array(Int64)}, roundDown(toUnixTimestamp64Milli(first_seen), {p9:Array(Int64)})) AS place,
        groupBitmapState(actor) AS actors
      FROM (
        SELECT
          person AS actor,
          created_at AS first_seen
        FROM `persons` FINAL
        WHERE (project_id = {p10:UInt32}) AND (created_at >= fromUnixTimestamp64Milli({p11:Int64})) AND (created_at < fromUnixTimestamp64Milli({p12:Int64}))
        UNION ALL
        -- distinct ids without a person: their first event, whatever its name
        SELECT
          person AS actor,
          min(ts) AS first_seen
        FROM `events`
        WHERE (project_id = {p13:UInt32}) AND (day >= {p14:Date}) AND (day <= {p15:Date}) AND (ts >= fromUnixTimestamp64Milli({p16:Int64})) AND (ts < fromUnixTimestamp64Milli({p17:Int64})) AND (person IN (
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
            WHERE (project_id = {p18:UInt32}) AND (day >= {p19:Date}) AND (day <= {p20:Date}) AND (ts >= fromUnixTimestamp64Milli({p21:Int64})) AND (ts < fromUnixTimestamp64Milli({p22:Int64})) AND (event = {p23:String})
            UNION ALL
            SELECT
              person AS number,
              false AS is_active
            FROM `persons` FINAL
            WHERE project_id = {p24:UInt32}
          )
        ))
        GROUP BY actor
        HAVING first_seen >= fromUnixTimestamp64Milli({p25:Int64})
      )
      GROUP BY place
    )
  )
  GROUP BY place
)
-- p0 = [1794783600000,1794870000000,1794956400000,1795042800000,1795129200000]
-- p1 = [1794783600000,1794870000000,1794956400000,1795042800000,1795129200000,1795215600000]
-- p2 = 7
-- p3 = "2026-11-15"
-- p4 = "2026-11-20"
-- p5 = 1794783600000
-- p6 = 1795215600000
-- p7 = "signed in"
-- p8 = [1794783600000,1794870000000,1794956400000,1795042800000,1795129200000,1795215600000]
-- p9 = [1794783600000,1794870000000,1794956400000,1795042800000,1795129200000,1795215600000]
-- p10 = 7
-- p11 = 1794783600000
-- p12 = 1795215600000
-- p13 = 7
-- p14 = "1970-01-01"
-- p15 = "2026-11-20"
-- p16 = 0
-- p17 = 1795215600000
-- p18 = 7
-- p19 = "2026-11-15"
-- p20 = "2026-11-20"
-- p21 = 1794783600000
-- p22 = 1795215600000
-- p23 = "signed in"
-- p24 = 7
-- p25 = 1794783600000
