import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RowFormat } from '#contract/text.ts'
import { askedBy, askerOf } from '#http/server/asker.ts'
import { sentFile } from '#http/server/csv/send-csv.ts'
import { logServerError } from '#http/server/errors.ts'
import type { Question } from '#insights/answering/question.ts'
import type { StreamOptions, StreamRows } from '#insights/answering/stream-rows.ts'
import type { TableColumn } from '#insights/table/table-answer.ts'
import { ROW_FILES, type RowWriter } from './row-formats.ts'

interface AskedFile {
  readonly question: Question
  readonly format: RowFormat
  readonly clientQueryId: string | null | undefined
}

/**
 * Sends the rows of a question as a file, as fast as the client reads it. An error before the first bytes
 * are sent gets a normal error response. A later error aborts the connection, so that the client never
 * takes a part of a file for the whole file.
 */
export async function sendRows(
  streamRows: StreamRows,
  request: FastifyRequest,
  reply: FastifyReply,
  { question, format, clientQueryId }: AskedFile,
): Promise<FastifyReply> {
  const asker = askerOf(reply)
  const form = ROW_FILES[format]
  const file = new PassThrough()
  let onFull = () => {}
  const isFull = new Promise<void>((resolve) => {
    onFull = resolve
  })
  const write = async (bytes: string | Uint8Array) => {
    if (bytes.length === 0 || file.write(bytes)) return
    onFull()
    await once(file, 'drain', { signal: asker.signal })
  }
  const open = (columns: readonly TableColumn[]) =>
    form.open(columns, (own) => streamRows.parquet(question.project.id, own, asker))
  const options = { ...asker, askedBy: askedBy(reply, clientQueryId) }
  const sent = writeRows(streamRows, question, options, open, write).then(() => file.end())
  // The reply begins only when the stream is full or the file is complete. An error before that can still
  // be answered with its own status.
  await Promise.race([isFull, sent])
  sent.catch((error: unknown) => {
    logServerError(error, reply.log, 'a file of rows failed')
    file.destroy(error instanceof Error ? error : new Error('The file failed'))
  })
  return reply.send(sentFile(request, reply, file, form))
}

async function writeRows(
  streamRows: StreamRows,
  question: Question,
  options: StreamOptions,
  open: (columns: readonly TableColumn[]) => RowWriter,
  write: (bytes: string | Uint8Array) => Promise<void>,
): Promise<void> {
  const opened: { writer?: RowWriter; isBegun?: true } = {}
  const begun = async (): Promise<RowWriter> => {
    const { writer, isBegun } = opened
    if (writer === undefined) throw new TypeError('The columns come before the rows')
    opened.isBegun = true
    if (!isBegun) await write(writer.begin)
    return writer
  }
  await streamRows.stream(question, options, {
    columns(columns) {
      opened.writer = open(columns)
    },
    async rows(rows) {
      const writer = await begun()
      await write(await writer.rows(rows))
    },
  })
  const writer = await begun()
  await write(await writer.end())
}
