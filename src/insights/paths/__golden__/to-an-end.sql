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
      arrayMap(event -> toUInt64(event), path) AS ids,
      arrayMap(event -> toInt64(bitShiftRight(event, 64)), path) AS times,
      is_over
    FROM (
      SELECT
        actor,
        arrayReverse(reversed) AS events,
        1 AS first,
        arrayFirstIndex((id, place) -> id = bitShiftRight(sipHash64({p0:String}), 6) AND place >= first, arrayMap(event -> toUInt64(event), events), arrayEnumerate(events)) AS last,
        arraySlice(arraySlice(events, first, last - first + 1), -least(5, last)) AS path,
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
                if(endsWith(ifNull(properties.`$current_url`, ''), '/') AND length(ifNull(properties.`$current_url`, '')) > 1, bitShiftRight(sipHash64(left(ifNull(properties.`$current_url`, ''), -1)), 6), bitShiftRight(sipHash64(ifNull(properties.`$current_url`, '')), 6)) AS item
              FROM `events`
              WHERE (project_id = {p1:UInt32}) AND (day >= {p2:Date}) AND (day <= {p3:Date}) AND (event IN {p4:Array(String)})
            )
            WHERE id != bitShiftRight(sipHash64(''), 6)
          )
          GROUP BY actor
        )
        WHERE length(session) >= 2
      )
      WHERE first > 0 AND last > 0
    )
  )
  ARRAY JOIN
    arrayMap(
      (step, source, target) -> bitOr(bitShiftLeft(toUInt128(bitOr(bitShiftLeft(toUInt64(step), 58), source)), 64), target),
      arrayPopBack(arrayEnumerate(ids)),
      arrayPopBack(ids),
      arrayPopFront(ids)
    ) AS edge,
    arrayPopFront(arrayDifference(times)) AS took
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
