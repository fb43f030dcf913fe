import { z } from 'zod'
import type { Places } from '#engine/places.ts'
import { tabField } from '#engine/tab-separated.ts'
import type { StatementRunner } from '#engine/verbs.ts'
import { sql } from '#fragments/fragment.ts'

/** A move of an installation into the tables of a store, which has not ended. */
export interface MoveInto {
  /** The id of the installation. */
  readonly installation: string
  /** The id of the run that may write. */
  readonly run: string
}

/**
 * A mark in the store itself that an installation is being moved into it: the tables lack events until the
 * mark is gone. Only what has the mark may be overwritten.
 */
export interface IncomingMove {
  /** Returns the newest run of a move into the tables; null if no move is under way. */
  moveInto(): Promise<MoveInto | null>
  /** Notes a run, which is then the newest one. Runs before it must not write any more. */
  beginMove(move: MoveInto): Promise<void>
  /** Removes the mark. The tables can be used from then on. */
  endMove(): Promise<void>
}

const Marks = z.array(z.object({ installation: z.string(), number: z.coerce.number(), run: z.string() }))

/*
 * Runs have ascending numbers. Two runs that begin at the same moment have the same number. If so, the run
 * with the higher id counts as the newer one. No clock decides, because the clocks of servers differ and can
 * be set back.
 */
export function createIncomingMove(
  runner: Pick<StatementRunner, 'rows' | 'insert'>,
  { define, everywhere }: Pick<Places, 'define' | 'everywhere'>,
): IncomingMove {
  // A server that has failed meanwhile may lack a row that others have. One row on any of them counts.
  const newest = async () => {
    await define(`CREATE TABLE IF NOT EXISTS incoming_move (
  installation String,
  number UInt32,
  run String
)
ENGINE = MergeTree
ORDER BY (number, run)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`)
    const query = sql`SELECT installation, number, run FROM incoming_move ORDER BY number DESC, run DESC LIMIT 1`
    const options = { name: 'move.into', projectId: null, isUpkeep: true, eachServer: true }
    const marks = Marks.parse(await runner.rows(query, options))
    return marks.sort((one, other) => other.number - one.number || (one.run < other.run ? 1 : -1))[0]
  }
  return {
    async moveInto() {
      const mark = await newest()
      return mark === undefined ? null : { installation: mark.installation, run: mark.run }
    },
    async beginMove({ installation, run }) {
      const number = ((await newest())?.number ?? 0) + 1
      const line = [tabField(installation), number, tabField(run)].join('\t')
      await runner.insert('incoming_move', ['installation', 'number', 'run'], [line])
    },
    endMove: () => everywhere('TRUNCATE TABLE incoming_move'),
  }
}
