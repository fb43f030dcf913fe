-- the actors with such a path
SELECT DISTINCT actor
FROM (
  SELECT
    actor,
    arrayMap(event -> toUInt64(event), path) AS ids,
    arrayMap(event -> toInt64(bitShiftRight(event, 64)), path) AS times,
    is_over
  FROM (
    SELECT
      actor,
      arraySlice(events, 1, 5) AS path,
      length(events) <= 5 AS is_over
    FROM (
      -- a row for each session, without its repeated items
      SELECT
        actor,
        arrayJoin(arraySplit((event, gap) -> gap >= 1800000, sorted, gaps)) AS session,
        arrayReverse(arrayCompact(event -> toUInt64(event), arrayReverse(session))) AS events
      FROM (
        -- the events of each actor in order of time
        SELECT
          actor,
          arraySort(groupArray(bitOr(bitShiftLeft(toUInt128(ms), 64), sipHash64(item)))) AS sorted,
          arrayDifference(arrayMap(event -> toInt64(bitShiftRight(event, 64)), sorted)) AS gaps
        FROM (
          SELECT
            actor,
            ms,
            item
          FROM (
            -- the events of the question, each as an item
            SELECT
              person AS actor,
              toUnixTimestamp64Milli(ts) AS ms,
              multiIf(event = '$pageview', if(endsWith(CAST(ifNull(properties.`$current_url`, ''), 'String'), '/') AND length(CAST(ifNull(properties.`$current_url`, ''), 'String')) > 1, left(CAST(ifNull(properties.`$current_url`, ''), 'String'), -1), CAST(ifNull(properties.`$current_url`, ''), 'String')), CAST(event, 'String')) AS item
            FROM `events`
            WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event IN {p3:Array(String)})
          )
          WHERE item != ''
        )
        GROUP BY actor
      )
    )
  )
)
WHERE (length(ids) >= 1 AND ids[1] = sipHash64({p4:String})) AND (length(ids) > 1) AND (length(ids) >= 2 AND ids[2] = sipHash64({p5:String})) AND (length(ids) >= 2 AND ids[2] = sipHash64({p6:String})) AND (length(ids) = 2 AND is_over)
-- p0 = 7
-- p1 = "2026-11-13"
-- p2 = "2026-11-20"
-- p3 = ["$pageview"]
-- p4 = "/"
-- p5 = "/docs"
-- p6 = "/docs"
