-- edges by the number of paths that have them
SELECT
  step,
  source,
  target,
  count() AS value,
  avg(took) AS average_ms
FROM (
  SELECT
    actor,
    arrayMap(event -> toUInt64(event), path) AS ids,
    arrayMap(event -> toInt64(bitShiftRight(event, 64)), path) AS times,
    is_over
  FROM (
    SELECT
      actor,
      indexOf(arrayMap(event -> toUInt64(event), events), sipHash64({p0:String})) AS first,
      arrayFirstIndex((id, place) -> id = sipHash64({p1:String}) AND place >= first, arrayMap(event -> toUInt64(event), events), arrayEnumerate(events)) AS last,
      if(length(arraySlice(events, first, last - first + 1)) <= 5, arraySlice(events, first, last - first + 1), arrayConcat(arraySlice(arraySlice(events, first, last - first + 1), 1, 2), [bitOr(bitShiftLeft(bitShiftRight(arrayElement(arraySlice(events, first, last - first + 1), 2 + 1), 64), 64), sipHash64({p2:String}))], arraySlice(arraySlice(events, first, last - first + 1), -2))) AS path,
      last = length(events) AS is_over
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
            WHERE (project_id = {p3:UInt32}) AND (day >= {p4:Date}) AND (day <= {p5:Date}) AND (event IN {p6:Array(String)})
          )
          WHERE item != ''
        )
        GROUP BY actor
      )
    )
    WHERE first > 0 AND last > 0
  )
)
ARRAY JOIN
  arrayPopBack(arrayEnumerate(ids)) AS step,
  arrayPopBack(ids) AS source,
  arrayPopFront(ids) AS target,
  arrayPopFront(arrayDifference(times)) AS took
GROUP BY step, source, target
HAVING true
ORDER BY value DESC, step, source, target
LIMIT 7
-- p0 = "/"
-- p1 = "/paid"
-- p2 = "..."
-- p3 = 7
-- p4 = "2026-11-13"
-- p5 = "2026-11-20"
-- p6 = ["$pageview"]
