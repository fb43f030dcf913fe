import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJson } from '#shared/json-text.ts'
import { RequestError } from '#shared/request-error.ts'

const MiB = 1024 * 1024
/** The most bytes of a file: half a million distinct ids of 30 characters. */
const UPLOAD_BYTES = 16 * MiB

/**
 * Accepts a CSV file in addition to JSON. The file is either the whole body of the request, or a part of a
 * multipart form. In both cases the request becomes the fields of the body of a cohort.
 */
export function takeUploads(app: FastifyInstance): void {
  const read = (request: FastifyRequest, payload: IncomingMessage) =>
    app.readBody(request, payload, UPLOAD_BYTES)
  app.addContentTypeParser('text/csv', async (request: FastifyRequest, payload: IncomingMessage) => ({
    csv: (await read(request, payload)).toString('utf8'),
  }))
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: IncomingMessage) =>
    fieldsOf(await read(request, payload), request.headers['content-type'] ?? ''),
  )
}

const FLAGS = ['is_static', 'deleted']
const STRUCTURES = ['groups', 'filters']

/**
 * Returns the fields of a multipart form, whose values are only texts and files.
 * @throws RequestError for a form that cannot be parsed.
 */
async function fieldsOf(body: Buffer, contentType: string): Promise<Record<string, unknown>> {
  const form = await parseForm(body, contentType)
  const fields: Record<string, unknown> = {}
  for (const [name, value] of form) {
    const text = typeof value === 'string' ? value : await value.text()
    if (FLAGS.includes(name)) fields[name] = { true: true, false: false }[text.toLowerCase()] ?? text
    else fields[name] = STRUCTURES.includes(name) && text !== '' ? parseJson(Buffer.from(text)) : text
  }
  return fields
}

async function parseForm(body: Buffer, contentType: string): Promise<FormData> {
  try {
    // Node's own parser accepts only boundaries of 27 to 70 characters. Browsers, curl and the usual
    // libraries send boundaries of this length.
    return await new Response(body, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new RequestError('malformed', 'parse_error', 'Multipart form parse error.')
  }
}
