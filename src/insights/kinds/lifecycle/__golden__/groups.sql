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
        -- the active groups of each interval
        SELECT
          place,
          groupBitmapState(id) AS actors
        FROM (
          SELECT DISTINCT
            indexOf({p0:Array(Int64)}, roundDown(toInt64(toUInt16(day)) * 86400000, {p1:Array(Int64)})) AS place,
            `group_2` AS group_key
          FROM `events`
          WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date}) AND (event = {p5:String}) AND (notEmpty(`group_2`))
        ) AS active
        INNER JOIN (
          SELECT
            group_key,
            id
          FROM `groups` FINAL
          WHERE (project_id = {p6:UInt32}) AND (group_type_index = 2)
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
        indexOf({p7:Array(Int64)}, roundDown(toUnixTimestamp64Milli(first_seen), {p8:Array(Int64)})) AS place,
        groupBitmapState(actor) AS actors
      FROM (
        SELECT
          id AS actor,
          created_at AS first_seen
        FROM `groups` FINAL
        WHERE (project_id = {p9:UInt32}) AND (group_type_index = 2) AND (created_at >= fromUnixTimestamp64Milli({p10:Int64})) AND (created_at < fromUnixTimestamp64Milli({p11:Int64}))
      )
      GROUP BY place
    )
  )
  GROUP BY place
)
-- p0 = [1794787200000,1794873600000,1794960000000,1795046400000,1795132800000,1795219200000]
-- p1 = [1794787200000,1794873600000,1794960000000,1795046400000,1795132800000,1795219200000]
-- p2 = 7
-- p3 = "2026-11-16"
-- p4 = "2026-11-20"
-- p5 = "signed in"
-- p6 = 7
-- p7 = [1794787200000,1794873600000,1794960000000,1795046400000,1795132800000,1795219200000]
-- p8 = [1794787200000,1794873600000,1794960000000,1795046400000,1795132800000,1795219200000]
-- p9 = 7
-- p10 = 1794787200000
-- p11 = 1795219200000
