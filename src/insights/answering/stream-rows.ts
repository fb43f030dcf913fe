import type { AskedBy, Cancellation } from '#coordination/cancellation.ts'
import type { Asker } from '#engine/event-store.ts'
import { createParquetRows, type ParquetRows } from '#insights/table/parquet-rows.ts'
import { columnsOf, outputRow, type TableColumn } from '#insights/table/table-answer.ts'
import type { TablePlan } from '#insights/table/table-plan.ts'
import { streamTable, type TableRow } from '#insights/table/table-rows.ts'
import type { ComputeDeps } from './compute.ts'
import { planQuestion } from './compute.ts'
import type { FindDefinitions } from './find-definitions.ts'
import type { FindMoment } from './moments.ts'
import type { Question } from './question.ts'

export interface StreamOptions extends Asker {
  /** The user, and the name under which they can cancel the query. */
  readonly askedBy?: AskedBy | undefined
}

/** Takes the rows of a question. If one of its promises is rejected, the query ends. */
export interface RowReceiver {
  /** Called once, before the rows. */
  columns(columns: readonly TableColumn[]): void
  rows(rows: readonly TableRow[]): Promise<void>
}

/**
 * Streams all rows of a question while they are found, however many there are. The rows are neither cached
 * nor held in memory.
 */
export interface StreamRows {
  /**
   * Gives the rows to `receiver`, and resolves after the last one. The kind of the question must have rows,
   * and the only limit may be the one that the question itself sets.
   * @throws RequestError if the question cannot be answered or too many questions are streamed at once,
   * EngineError if the engine failed.
   */
  stream(question: Question, options: StreamOptions, receiver: RowReceiver): Promise<void>
  /** Makes a Parquet file of rows with these columns. No two columns may have the same name. */
  parquet(projectId: number, columns: readonly TableColumn[], asker: Asker): ParquetRows
}

export interface StreamRowsDeps extends ComputeDeps {
  readonly findMoment: FindMoment
  readonly findDefinitions: FindDefinitions
  readonly cancellation: Pick<Cancellation, 'run'>
}

export function createStreamRows(deps: StreamRowsDeps): StreamRows {
  return {
    stream: (question, { askedBy, ...asker }, receiver) =>
      deps.cancellation.run(
        { projectId: question.project.id, askedBy },
        async (signal) => {
          const definitions = await deps.findDefinitions(question)
          const moment = await deps.findMoment(question, definitions, { ...asker, signal })
          const planned = await planQuestion(question, { moment, definitions }, deps)
          // Only a kind whose results are rows has a question for all rows, and the plan of such a kind is
          // a TablePlan.
          const plan = planned.plan as TablePlan
          const toRow = outputRow(plan.query)
          receiver.columns(columnsOf(plan.query))
          const options = {
            ...{ name: `${plan.query.kind}.stream`, projectId: question.project.id, events: planned.events },
            ...{ ...asker, signal },
          }
          await streamTable(plan, deps, options, (rows) => receiver.rows(rows.map(toRow)))
        },
        asker.signal,
      ),
    parquet: (projectId, columns, asker) =>
      createParquetRows(columns, deps.engine, { name: 'table.parquet', projectId, ...asker }),
  }
}
