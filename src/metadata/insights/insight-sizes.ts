import { type ExpressionBuilder, sql } from 'kysely'
import { IDS_A_STATEMENT } from '#metadata/database/dialect.ts'
import type { Metadata, MetadataSchema } from '#metadata/database/schema.ts'
import { chunksOf } from '#shared/chunks-of.ts'

/** The fields that are there in every insight. */
const OTHER_FIELDS_BYTES = 1_000
/** A place on a dashboard is named with three numbers, and the dashboard once more. */
const TILE_BYTES = 100
/** Under `result` and `results`. */
const TIMES_SHOWN = 2

/**
 * About how many bytes the JSON text of insights takes, by id; with the answers that were last shown or without. Does not
 * read them.
 */
export async function shownBytes(
  database: Metadata,
  ids: readonly number[],
  withAnswers: boolean,
): Promise<ReadonlyMap<number, number>> {
  const bytes = new Map<number, number>()
  for (const some of chunksOf(ids, IDS_A_STATEMENT)) {
    const rows = await database
      .selectFrom('insight')
      .select((e) => ['id', OWN_BYTES.as('own'), tilesOf(e).as('tiles'), answerBytes(e).as('answer')])
      .where('id', 'in', some)
      .execute()
    for (const { id, own, tiles, answer } of rows) {
      const answered = withAnswers ? TIMES_SHOWN * Number(answer ?? 0) : 0
      bytes.set(id, OTHER_FIELDS_BYTES + Number(own) + TILE_BYTES * Number(tiles ?? 0) + answered)
    }
  }
  return bytes
}

// Not `length`, which would read all of it, nor `answer.bytes`, which lies behind all of the answer.
const OWN_BYTES = sql<number>`octet_length(filters) + coalesce(octet_length(query), 0)
  + octet_length(description) + octet_length(search_text)`

const tilesOf = (e: ExpressionBuilder<MetadataSchema, 'insight'>) =>
  e
    .selectFrom('dashboard_tile')
    .select((tile) => tile.fn.countAll<number>().as('tiles'))
    .whereRef('dashboard_tile.insight_id', '=', 'insight.id')

const answerBytes = (e: ExpressionBuilder<MetadataSchema, 'insight'>) =>
  e
    .selectFrom('answer')
    .select(sql<number>`octet_length(answer.answer)`.as('bytes'))
    .whereRef('answer.key', '=', 'insight.answer_key')
