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
          groupBitmapState(dictGetOrDefault({p2:String}, 'root', toUInt64(person), person)) AS actors
        FROM `events`
        WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND (event = {p6:String})
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
        indexOf({p7:Array(Int64)}, roundDown(toUnixTimestamp64Milli(first_seen), {p8:Array(Int64)})) AS place,
        groupBitmapState(actor) AS actors
      FROM (
        SELECT
          person AS actor,
          created_at AS first_seen
        FROM `persons` FINAL
        WHERE (project_id = {p9:UInt32}) AND (created_at >= fromUnixTimestamp64Milli({p10:Int64})) AND (created_at < fromUnixTimestamp64Milli({p11:Int64}))
        UNION ALL
        -- distinct ids without a person: their first event, whatever its name
        SELECT
          dictGetOrDefault({p12:String}, 'root', toUInt64(person), person) AS actor,
          min(ts) AS first_seen
        FROM `events`
        WHERE (project_id = {p13:UInt32}) AND (day >= {p14:Date}) AND (day <= {p15:Date}) AND (person IN (
          -- a deleted person may have been merged of several
          SELECT arrayJoin([number, joined]) AS number
          FROM (
            -- the persons that were active and are not listed
            SELECT arrayJoin(bitmapToArray(bitmapAndnot(
              groupBitmapStateIf(number, is_active),
              groupBitmapStateIf(number, NOT is_active)
            ))) AS number
            FROM (
              SELECT
                dictGetOrDefault({p16:String}, 'root', toUInt64(person), person) AS number,
                true AS is_active
              FROM `events`
              WHERE (project_id = {p17:UInt32}) AND (day >= {p18:Date}) AND (day <= {p19:Date}) AND (event = {p20:String})
              UNION ALL
              SELECT
                person AS number,
                false AS is_active
              FROM `persons` FINAL
              WHERE project_id = {p21:UInt32}
            )
          ) AS unlisted
          LEFT JOIN (
            SELECT
              person AS joined,
              root AS number
            FROM `person_root` FINAL
            WHERE project_id = {p22:UInt32}
          ) AS merged USING number
        ))
        GROUP BY actor
        HAVING first_seen >= fromUnixTimestamp64Milli({p23:Int64})
      )
      GROUP BY place
    )
  )
  GROUP BY place
)
-- p0 = [1792886400000,1793491200000,1794096000000,1794700800000]
-- p1 = [1792886400000,1793491200000,1794096000000,1794700800000,1795305600000]
-- p2 = "person_root_7"
-- p3 = 7
-- p4 = "2026-10-25"
-- p5 = "2026-11-20"
-- p6 = "signed in"
-- p7 = [1792886400000,1793491200000,1794096000000,1794700800000,1795305600000]
-- p8 = [1792886400000,1793491200000,1794096000000,1794700800000,1795305600000]
-- p9 = 7
-- p10 = 1792886400000
-- p11 = 1795305600000
-- p12 = "person_root_7"
-- p13 = 7
-- p14 = "1970-01-01"
-- p15 = "2026-11-20"
-- p16 = "person_root_7"
-- p17 = 7
-- p18 = "2026-10-25"
-- p19 = "2026-11-20"
-- p20 = "signed in"
-- p21 = 7
-- p22 = 7
-- p23 = 1792886400000
