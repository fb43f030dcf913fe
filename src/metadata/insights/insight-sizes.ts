import { type ExpressionBuilder, sql } from 'kysely'
import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'

/** Bytes of the fields that have short values in every insight. */
const OTHER_FIELDS_BYTES = 1_000
/** Bytes of a tile. It has three ids, and the insight lists its dashboard once more. */
const TILE_BYTES = 100
/** A result is shown twice, as `result` and as `results`. */
const TIMES_SHOWN = 2

/**
 * Returns about how many bytes the JSON text of insights takes, by id, with or without the cached results
 * that were last shown. Reads neither the insights nor the results.
 */
export async function shownBytes(
  database: Metadata,
  ids: readonly number[],
  withResults: boolean,
): Promise<ReadonlyMap<number, number>> {
  const bytes = new Map<number, number>()
  for (const some of chunksOf(ids, IDS_A_STATEMENT)) {
    const rows = await database
      .selectFrom('insight')
      .select((e) => ['id', OWN_BYTES.as('own'), tilesOf(e).as('tiles'), resultBytes(e).as('answer')])
      .where('id', 'in', some)
      .execute()
    for (const { id, own, tiles, answer } of rows) {
      const answered = withResults ? TIMES_SHOWN * Number(answer ?? 0) : 0
      bytes.set(id, OTHER_FIELDS_BYTES + Number(own) + TILE_BYTES * Number(tiles ?? 0) + answered)
    }
  }
  return bytes
}

// The sizes are read with `octet_length`, because `length` reads the whole text. For a result,
// `answer.bytes` is not used, because it is stored after the text of the result, which would have to be read
// first.
const OWN_BYTES = sql<number>`octet_length(filters) + coalesce(octet_length(query), 0)
  + octet_length(description) + octet_length(search_text)`

const tilesOf = (e: ExpressionBuilder<MetadataSchema, 'insight'>) =>
  e
    .selectFrom('dashboard_tile')
    .select((tile) => tile.fn.countAll<number>().as('tiles'))
    .whereRef('dashboard_tile.insight_id', '=', 'insight.id')

// If a result is stored in parts, its text is empty, so nothing has to be read before `text_bytes`.
const RESULT_BYTES = sql<number>`CASE octet_length(answer.answer) WHEN 0 THEN answer.text_bytes
  ELSE octet_length(answer.answer) END`

const resultBytes = (e: ExpressionBuilder<MetadataSchema, 'insight'>) =>
  e.selectFrom('answer').select(RESULT_BYTES.as('bytes')).whereRef('answer.key', '=', 'insight.answer_key')
