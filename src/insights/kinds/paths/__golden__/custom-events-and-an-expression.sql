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
              multiIf(NOT startsWith(event, '$'), bitShiftRight(xxh3(event), 6), bitShiftRight(xxh3(CAST(ifNull(concat(ifNull(`joined_0_0`, ''), ifNull({p0:String}, ''), ifNull(CAST(event, 'String'), ''), ''), ''), 'String')), 6)) AS item
            FROM `events`
            ANY LEFT JOIN (
              SELECT
                subject AS `subject_0`,
                `joined_0_0`
              FROM (
                SELECT
                  person AS subject,
                  CAST(properties.`plan`, 'Nullable(String)') AS `joined_0_0`
                FROM `persons` FINAL
                WHERE project_id = {p1:UInt32}
              )
            ) AS `joined_0` ON person = `subject_0`
            WHERE (project_id = {p2:UInt32}) AND (day >= {p3:Date}) AND (day <= {p4:Date})
          )
          WHERE id != bitShiftRight(xxh3(''), 6)
        )
        GROUP BY actor
      )
      WHERE length(session) >= 2
    )
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
  HAVING (value >= {p5:Int64}) AND (value <= {p6:Int64})
  ORDER BY value DESC, edge
  LIMIT 50
)
-- p0 = " "
-- p1 = 7
-- p2 = 7
-- p3 = "2026-11-13"
-- p4 = "2026-11-20"
-- p5 = 2
-- p6 = 9
