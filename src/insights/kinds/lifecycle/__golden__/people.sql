SELECT arrayJoin(bitmapToArray(bitmapAnd(bitmapAndnot(active, first_seen), active_before))) AS actor
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
          toInt64(toUInt16(day)) * 86400000 AS bucket,
          indexOf({p0:Array(Int64)}, bucket) AS place,
          groupBitmapState(person) AS actors
        FROM `events`
        WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event = {p4:String})
        GROUP BY day
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
        indexOf({p5:Array(Int64)}, roundDown(toUnixTimestamp64Milli(first_seen), {p6:Array(Int64)})) AS place,
        groupBitmapState(actor) AS actors
      FROM (
        SELECT
          person AS actor,
          created_at AS first_seen
        FROM `persons` FINAL
        WHERE (project_id = {p7:UInt32}) AND (created_at >= fromUnixTimestamp64Milli({p8:Int64})) AND (created_at < fromUnixTimestamp64Milli({p9:Int64}))
        UNION ALL
        -- distinct ids without a person: their first event, whatever its name
        SELECT
          person AS actor,
          min(ts) AS first_seen
        FROM `events`
        WHERE (project_id = {p10:UInt32}) AND (day >= {p11:Date}) AND (day <= {p12:Date}) AND (person IN (
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
            WHERE (project_id = {p13:UInt32}) AND (day >= {p14:Date}) AND (day <= {p15:Date}) AND (event = {p16:String})
            UNION ALL
            SELECT
              person AS number,
              false AS is_active
            FROM `persons` FINAL
            WHERE project_id = {p17:UInt32}
          )
        ))
        GROUP BY actor
        HAVING first_seen >= fromUnixTimestamp64Milli({p18:Int64})
      )
      GROUP BY place
    )
  )
  GROUP BY place
)
WHERE place = 3
-- p0 = [1794787200000,1794873600000,1794960000000,1795046400000,1795132800000,1795219200000]
-- p1 = 7
-- p2 = "2026-11-16"
-- p3 = "2026-11-20"
-- p4 = "signed in"
-- p5 = [1794787200000,1794873600000,1794960000000,1795046400000,1795132800000,1795219200000]
-- p6 = [1794787200000,1794873600000,1794960000000,1795046400000,1795132800000,1795219200000]
-- p7 = 7
-- p8 = 1794787200000
-- p9 = 1795219200000
-- p10 = 7
-- p11 = "1970-01-01"
-- p12 = "2026-11-20"
-- p13 = 7
-- p14 = "2026-11-16"
-- p15 = "2026-11-20"
-- p16 = "signed in"
-- p17 = 7
-- p18 = 1794787200000
