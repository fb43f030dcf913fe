-- the actors with such a path
SELECT DISTINCT actor
FROM (
  SELECT
    actor,
    arraySlice(reversed, -5) AS path,
    length(reversed) <= 5 AS is_over
  FROM (
    -- a row for each session, without its repeated items
    SELECT
      actor,
      arrayJoin(arraySplit((event, gap) -> gap <= -1800000, sorted, gaps)) AS session,
      arrayCompact(event -> toUInt64(event), session) AS reversed
    FROM (
      -- the events of each actor, the last one first
      SELECT
        actor,
        arrayReverseSort(groupArray(bitOr(bitShiftLeft(toUInt128(ms), 64), id))) AS sorted,
        arrayDifference(arrayMap(event -> toInt64(bitShiftRight(event, 64)), sorted)) AS gaps
      FROM (
        SELECT
          actor,
          ms,
          item AS id
        FROM (
          -- the events of the question, each as an item
          SELECT
            person AS actor,
            toUnixTimestamp64Milli(ts) AS ms,
            if(endsWith(ifNull(properties.`$current_url`, ''), '/') AND length(ifNull(properties.`$current_url`, '')) > 1, bitShiftRight(xxh3(left(ifNull(properties.`$current_url`, ''), -1)), 6), bitShiftRight(xxh3(ifNull(properties.`$current_url`, '')), 6)) AS item
          FROM `events`
          WHERE (project_id = {p0:UInt32}) AND (day >= {p1:Date}) AND (day <= {p2:Date}) AND (event IN {p3:Array(String)})
        )
        WHERE id != bitShiftRight(xxh3(''), 6)
      )
      GROUP BY actor
    )
    WHERE length(session) >= 2
  )
)
WHERE (length(path) >= 1 AND toUInt64(path[-1]) = bitShiftRight(xxh3({p4:String}), 6)) AND (length(path) > 1) AND (length(path) >= 2 AND toUInt64(path[-2]) = bitShiftRight(xxh3({p5:String}), 6)) AND (length(path) >= 2 AND toUInt64(path[-2]) = bitShiftRight(xxh3({p6:String}), 6)) AND (length(path) = 2 AND is_over)
-- p0 = 7
-- p1 = "2026-11-13"
-- p2 = "2026-11-20"
-- p3 = ["$pageview"]
-- p4 = "/"
-- p5 = "/docs"
-- p6 = "/docs"
