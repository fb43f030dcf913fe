SELECT group_key AS actor
FROM `groups` FINAL
WHERE (project_id = {p0:UInt32}) AND (group_type_index = 2) AND (id IN (
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
          -- the active groups of each interval
          SELECT
            place,
            groupBitmapState(id) AS actors
          FROM (
            SELECT DISTINCT
              indexOf({p1:Array(Int64)}, roundDown(toInt64(toUInt16(day)) * 86400000, {p2:Array(Int64)})) AS place,
              `group_2` AS group_key
            FROM `events`
            WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND (event = {p6:String}) AND (notEmpty(`group_2`))
          ) AS active
          INNER JOIN (
            SELECT
              group_key,
              id
            FROM `groups` FINAL
            WHERE (project_id = {p7:UInt32}) AND (group_type_index = 2)
          ) AS known USING group_key
          GROUP BY place
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
            id AS actor,
            created_at AS first_seen
          FROM `groups` FINAL
          WHERE (project_id = {p10:UInt32}) AND (group_type_index = 2) AND (created_at >= fromUnixTimestamp64Milli({p11:Int64})) AND (created_at < fromUnixTimestamp64Milli({p12:Int64}))
        )
        GROUP BY place
      )
    )
    GROUP BY place
  )
  WHERE place = 3
))
-- p0 = 7
-- p1 = [1794787200000,1794873600000,1794960000000,1795046400000,1795132800000,1795219200000]
-- p2 = [1794787200000,1794873600000,1794960000000,1795046400000,1795132800000,1795219200000]
-- p3 = 7
-- p4 = "2026-11-16"
-- p5 = "2026-11-20"
-- p6 = "signed in"
-- p7 = 7
-- p8 = [1794787200000,1794873600000,1794960000000,1795046400000,1795132800000,1795219200000]
-- p9 = [1794787200000,1794873600000,1794960000000,1795046400000,1795132800000,1795219200000]
-- p10 = 7
-- p11 = 1794787200000
-- p12 = 1795219200000
