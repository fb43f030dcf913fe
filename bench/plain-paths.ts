import { z } from 'zod'
import { bound, type Fragment, identifier, numeral, sql } from '../src/fragments/fragment.ts'
import type { Asked } from './pairs.ts'

export const ADDRESS = sql`ifNull(properties.${identifier('$current_url')}, '')`

/**
 * The statement with which the measurements compare. A session ends after 30 minutes, and items are numbers
 * of 32 bits.
 */
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

const PlainEdge = z.object({ source: z.coerce.number(), target: z.coerce.number() })

/**
 * Runs `plainPaths`, then a second statement for the texts of the items. The second statement stops reading
 * when it has found all texts.
 */
export const plainPathsThenNames =
  (views: Fragment): Asked =>
  async ({ engine }) => {
    const options = { name: 'bench', projectId: 1 }
    const edges = z.array(PlainEdge).parse(await engine.rows(plainPaths(views), options))
    const items = [...new Set(edges.flatMap(({ source, target }) => [source, target]))]
    await engine.rows(namesOf(views, items), options)
  }

const namesOf = (
  views: Fragment,
  items: readonly number[],
): Fragment => sql`SELECT toUInt32(cityHash64(${ADDRESS})) AS hash, ${ADDRESS} AS item
FROM events
WHERE ${views}
  AND hash IN ${bound('Array(UInt32)', items)}
LIMIT 1 BY hash
LIMIT ${numeral(items.length)}`

const WITHOUT_SLASH = sql`if(endsWith(${ADDRESS}, '/') AND length(${ADDRESS}) > 1, left(${ADDRESS}, -1), ${ADDRESS})`

/**
 * A statement for everything that an answer has: exact times, items by their names and without a slash at
 * the end, and averages.
 */
export const plainPathsWithNames = (
  views: Fragment,
): Fragment => sql`SELECT step, source, target, count() AS value, avg(took) AS average_ms
FROM (
  SELECT
    arrayJoin(arraySplit((event, before) -> event.1 - before.1 >= 1800000, sorted, arrayPushFront(arrayPopBack(sorted), sorted[1]))) AS session,
    arraySlice(arrayFilter((event, next) -> event.2 != next.2, session, arrayPushBack(arrayPopFront(session), (toInt64(0), ''))), 1, 5) AS path,
    arrayJoin(range(1, greatest(length(path), 1))) AS step,
    path[step].2 AS source,
    path[step + 1].2 AS target,
    path[step + 1].1 - path[step].1 AS took
  FROM (
    SELECT
      person,
      arraySort(groupArray((toUnixTimestamp64Milli(ts), ${WITHOUT_SLASH}))) AS sorted
    FROM events
    WHERE ${views}
      AND ${ADDRESS} != ''
    GROUP BY person
  )
)
GROUP BY step, source, target
ORDER BY value DESC
LIMIT 50`
