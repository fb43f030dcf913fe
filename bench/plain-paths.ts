import { type Fragment, identifier, sql } from '../src/sql/fragment.ts'

export const ADDRESS = sql`ifNull(properties.${identifier('$current_url')}, '')`

/** The statement of the measurements: a session is cut at 30 minutes, and its items are numbers of 32 bits. */
export const plainPaths = (views: Fragment): Fragment => sql`SELECT step, source, target, count() AS value
FROM (
  SELECT
    arrayJoin(arraySplit((event, before) -> bitShiftRight(event, 32) - bitShiftRight(before, 32) >= 1800, sorted, arrayPushFront(arrayPopBack(sorted), sorted[1]))) AS session,
    arrayMap(event -> toUInt32(bitAnd(event, 4294967295)), session) AS hashes,
    arraySlice(arrayFilter((hash, before) -> hash != before, hashes, arrayPushFront(arrayPopBack(hashes), toUInt32(0))), 1, 5) AS path,
    arrayJoin(range(1, greatest(length(path), 1))) AS step,
    path[step] AS source,
    path[step + 1] AS target
  FROM (
    SELECT
      person,
      arraySort(groupArray(bitShiftLeft(toUInt64(toUnixTimestamp(ts)), 32) + toUInt32(cityHash64(${ADDRESS})))) AS sorted
    FROM events
    WHERE ${views}
    GROUP BY person
  )
)
GROUP BY step, source, target
ORDER BY value DESC
LIMIT 50`
