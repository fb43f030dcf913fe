-- edges by the number of paths that have them
SELECT
  toUInt8(bitShiftRight(edge, 122)) AS step,
  bitAnd(toUInt64(bitShiftRight(edge, 64)), 536870912 * 536870912 - 1) AS source,
  toUInt64(edge) AS target,
  value,
  total_ms / value AS average_ms
FROM (
  SELECT
    edge,
    count() AS value,
    sum(took) AS total_ms
  FROM (
    SELECT
      actor,
      arrayReverse(reversed) AS events,
      1 AS first,
      arrayFirstIndex((id, place) -> id IN (bitShiftRight(xxh3({p0:String}), 6)) AND place >= first, arrayMap(event -> toUInt64(event), events), arrayEnumerate(events)) AS last,
      arrayReverse(arraySlice(arraySlice(events, first, last - first + 1), -least(5, last))) AS path,
      last = length(events) AS is_over
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
            WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event IN {p4:Array(String)})
          )
          WHERE id != bitShiftRight(xxh3(''), 6)
        )
        GROUP BY actor
      )
      WHERE length(session) >= 2
    )
    WHERE first > 0 AND last > 0
  )
  ARRAY JOIN
    arrayMap(
      (step, source, target) -> bitOr(bitShiftLeft(toUInt128(bitOr(bitShiftLeft(toUInt64(step), 58), toUInt64(source))), 64), toUInt64(target)),
      arrayReverse(arrayPopBack(arrayEnumerate(path))),
      arrayPopFront(path),
      arrayPopBack(path)
    ) AS edge,
    arrayMap((source, target) -> toInt64(bitShiftRight(target, 64)) - toInt64(bitShiftRight(source, 64)), arrayPopFront(path), arrayPopBack(path)) AS took
  GROUP BY edge
  HAVING true
  ORDER BY value DESC, edge
  LIMIT 50
)
-- p0 = "/"
-- p1 = 7
-- p2 = "2026-11-13"
-- p3 = "2026-11-20"
-- p4 = ["$pageview"]
