import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, preSerializationAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import type { Table } from '#insights/kind/kind.ts'
import { withPauses } from '#shared/large-json/with-pauses.ts'
import type { ToTable } from './body-table.ts'
import { csvTexts } from './csv-text.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The files that are being sent. */
    sentFiles: Set<Readable>
  }
}

/**
 * Aborts all files that are being sent when the server stops. Otherwise a slow client would delay the
 * shutdown.
 */
export function abortFilesOnClose(app: FastifyInstance): void {
  const files = new Set<Readable>()
  app.decorate('sentFiles', files)
  app.addHook('preClose', async () => {
    for (const file of files) file.destroy(new Error('The server is stopping'))
  })
}

/** Returns the stream, which is from now on aborted when the server stops. */
export function abortedOnClose<Sent extends Readable>({ sentFiles }: FastifyInstance, stream: Sent): Sent {
  sentFiles.add(stream.once('close', () => sentFiles.delete(stream)))
  return stream
}

/** Returns whether a query has the parameter `format`, by which a client can ask for CSV. */
export const takesFormat = (query: z.ZodType | undefined): boolean =>
  query instanceof z.ZodObject && 'format' in query.shape

export const isCsvAsked = (query: unknown): boolean => (query as { format?: unknown }).format === 'csv'

/** Turns the body of a successful response into CSV if the request asks for CSV. Errors stay JSON. */
export const csvHook =
  (toTable: ToTable): preSerializationAsyncHookHandler<unknown> =>
  async (request, reply, body) => {
    if (!isCsvAsked(request.query) || reply.statusCode >= 300) return body
    return tableFile(request, reply, toTable(body))
  }

/** Returns the stream of a table as a CSV file, and sets the headers of the response. */
export const tableFile = (request: FastifyRequest, reply: FastifyReply, { columns, rows }: Table): Readable =>
  csvFile(request, reply, csvTexts([columns, ...rows]))

/**
 * Returns the stream of a text as a CSV file, and sets the headers of the response. The text is made only
 * as fast as the client reads it.
 */
export const csvFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  text: Iterable<string> | AsyncIterable<string>,
): Readable => sentFile(request, reply, Readable.from(request.method === 'HEAD' ? [] : withPauses(text)), CSV)

/** The format of a file. */
export interface FileForm {
  readonly type: string
  /** The extension of the file's name. */
  readonly extension: string
}
export const CSV: FileForm = { type: 'text/csv; charset=utf-8', extension: 'csv' }

/**
 * Returns the stream to send as a file. Sets the headers of the response, and aborts the stream when the
 * server stops.
 */
export function sentFile<File extends Readable>(
  request: FastifyRequest,
  reply: FastifyReply,
  file: File,
  { type, extension }: FileForm,
): File {
  reply.header('Content-Disposition', `attachment; filename="${fileNameOf(request)}.${extension}"`)
  reply.type(type).serializer((given: string) => given)
  return abortedOnClose(request.server, file)
}

/** Makes a file name without extension from the path of the request, such as `projects-1-insights-trend`. */
function fileNameOf(request: FastifyRequest): string {
  const [path = ''] = request.url.split('?')
  const parts = path.replace(/^\/api\//, '').split('/')
  return parts
    .map((part) => part.replaceAll(/[^\w-]/g, ''))
    .filter(Boolean)
    .join('-')
}
